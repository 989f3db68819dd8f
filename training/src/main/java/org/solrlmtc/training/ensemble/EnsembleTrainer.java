package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.ensemble.EnsembleScorerProvider;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.OrderedWork;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingData;
import org.solrlmtc.training.TrainingException;
import org.solrlmtc.training.TrainingTask;

/**
 * Makes one bundle of several. Its recipe names them:
 *
 * <pre>
 * members: [{bundle: linear-svm}, {bundle: cnn-lwan}, {bundle: exact-match}]
 * candidates: 100    # a cascade: networks score the first member's 100 best labels only
 * </pre>
 *
 * A bundle is a path, or the name of a folder beside the bundle to be made.
 */
public final class EnsembleTrainer implements Trainer {
  @Override
  public String method() {
    return EnsembleScorerProvider.METHOD;
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    try {
      Settings settings = new Settings(method(), task.recipe().settings());
      List<Map<String, Object>> named = settings.maps("members");
      int candidates = settings.integer("candidates", 0);
      settings.finish();
      List<ModelBundle> bundles = new ArrayList<>();
      List<Member> members = new ArrayList<>();
      for (Map<String, Object> member : named) {
        ModelBundle opened = open(member, task);
        BundleManifest manifest = opened.manifest();
        bundles.add(opened);
        members.add(new Member(manifest.name(), manifest.method(), manifest.settings()));
      }
      EnsembleSettings equal =
          new EnsembleSettings(
              members,
              candidates,
              LogisticWeights.alike(TermSet.LINEAR, members.size()),
              LogisticWeights.alike(TermSet.LINEAR, members.size()));
      for (ModelBundle member : bundles) {
        copy(member, bundle);
      }
      if (task.data().dev().isEmpty()) {
        task.progress().note("there is no development split: all members count alike");
        return equal.toMap();
      }
      return tune(equal, task, task.data().dev().get(), bundle).toMap();
    } catch (IllegalArgumentException | BundleException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
  }

  private static ModelBundle open(Map<String, Object> member, TrainingTask task) {
    Settings settings = new Settings(EnsembleScorerProvider.METHOD + " member", member);
    String name = settings.text("bundle", "");
    settings.finish();
    Path beside = task.workFolder().toAbsolutePath().getParent();
    ModelBundle opened =
        Files.isDirectory(Path.of(name)) && !name.isEmpty()
            ? ModelBundle.open(Path.of(name))
            : ModelBundle.open(beside, name);
    if (!opened.labels().equals(task.labels())) {
      throw new TrainingException(
          opened.file(ModelBundle.LABELS)
              + " has other labels than the training data: train the bundle '"
              + name
              + "' on this data and thesaurus first");
    }
    return opened;
  }

  private static void copy(ModelBundle member, BundleWriter bundle) throws IOException {
    for (String file : member.ownFiles()) {
      String name = ModelBundle.memberFile(member.manifest().name(), file);
      Files.copy(member.file(file), bundle.file(name));
    }
  }

  private static EnsembleSettings tune(
      EnsembleSettings equal, TrainingTask task, Path dev, BundleWriter bundle) throws IOException {
    task.progress().stage("scoring dev with every member");
    List<ActScores> trained = new ArrayList<>();
    List<ActScores> unseen = new ArrayList<>();
    ModelBundle draft =
        bundle.preview(
            task.recipe().version(),
            EnsembleScorerProvider.METHOD,
            equal.toMap(),
            DecisionRule.above(0.5));
    try (EnsembleScorer scorer = new EnsembleScorerProvider().open(draft);
        OrderedWork work = new OrderedWork(task.resources().threads())) {
      TrainingData.with(
          dev,
          acts -> {
            work.<List<ActRecord>, List<ByGroup>>forEach(
                TrainingData.batches(acts),
                batch -> ask(scorer, batch),
                answers -> {
                  for (ByGroup answer : answers) {
                    trained.add(answer.trained);
                    unseen.add(answer.unseen);
                  }
                  task.progress().step(trained.size());
                });
            return null;
          });
    }
    task.progress().stage("fitting weights");
    int members = equal.members().size();
    return new EnsembleSettings(
        equal.members(),
        equal.candidates(),
        new MixtureFit(TermSet.QUADRATIC, members, trained).fit(),
        // too few of them are ever right for more terms
        new MixtureFit(TermSet.LINEAR, members, unseen).fit());
  }

  /** What members say of an act's labels that training acts carry, and of its others. */
  private record ByGroup(ActScores trained, ActScores unseen) {}

  private static List<ByGroup> ask(EnsembleScorer scorer, List<ActRecord> acts) {
    LabelSet labels = scorer.labels();
    List<List<LabelScores>> byMember =
        scorer.memberScores(acts.stream().map(ActRecord::act).toList());
    List<ByGroup> answers = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      int act = i;
      List<LabelScores> members = byMember.stream().map(scores -> scores.get(act)).toList();
      Set<String> gold = Set.copyOf(acts.get(i).concepts());
      answers.add(
          new ByGroup(
              ActScores.of(members, labels, gold, label -> labels.trainingActs(label) > 0),
              ActScores.of(members, labels, gold, label -> labels.trainingActs(label) == 0)));
    }
    return answers;
  }
}
