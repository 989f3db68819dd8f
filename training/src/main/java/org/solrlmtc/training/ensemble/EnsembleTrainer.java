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
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.execution.OrderedWork;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Combines several bundles into one. The recipe names them:
 *
 * <pre>
 * members: [{bundle: linear-svm}, {bundle: cnn-lwan}, {bundle: exact-match}]
 * candidates: 100              # a cascade: networks score the 100 best labels of one member
 * candidatesFrom: linear-svm   # that member; default: the first
 * combiner: {type: logistic}   # how the scores of the members are combined
 * </pre>
 *
 * A bundle is a path, or the name of a folder beside the new bundle.
 */
public final class EnsembleTrainer implements Trainer {
  @Override
  public String method() {
    return EnsembleScorerProvider.METHOD;
  }

  @Override
  public void check(Recipe recipe) {
    recipe.read(EnsembleRecipe::read);
  }

  @Override
  public Map<String, Object> train(TrainingTask task, BundleWriter bundle) throws IOException {
    EnsembleRecipe recipe = task.recipe().read(EnsembleRecipe::read);
    try {
      List<ModelBundle> bundles = new ArrayList<>();
      List<Member> members = new ArrayList<>();
      for (String name : recipe.bundles()) {
        ModelBundle opened = open(name, task);
        BundleManifest manifest = opened.manifest();
        bundles.add(opened);
        members.add(new Member(manifest.name(), manifest.method(), manifest.settings()));
      }
      EnsembleSettings equal =
          new EnsembleSettings(
              members,
              recipe.candidates(),
              recipe.candidatesFrom(),
              recipe.combiner().equalWeights(members.size()));
      for (ModelBundle member : bundles) {
        copy(member, bundle);
      }
      if (task.data().dev().isEmpty()) {
        task.progress().note("there is no development split: all members have equal weights");
        return equal.toMap();
      }
      List<ScoredAct> acts = score(equal, task, task.data().dev().get(), bundle);
      task.progress().stage("fitting weights");
      return new EnsembleSettings(
              members,
              recipe.candidates(),
              recipe.candidatesFrom(),
              recipe.combiner().fit(members.size(), acts))
          .toMap();
    } catch (IllegalArgumentException | BundleException e) {
      throw new TrainingException("recipe '" + task.recipe().name() + "': " + e.getMessage(), e);
    }
  }

  private static ModelBundle open(String name, TrainingTask task) {
    Path beside = task.workFolder().toAbsolutePath().getParent();
    ModelBundle opened =
        Files.isDirectory(Path.of(name))
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

  private static List<ScoredAct> score(
      EnsembleSettings equal, TrainingTask task, ActSplit dev, BundleWriter bundle)
      throws IOException {
    task.progress().stage("scoring dev with every member");
    List<ScoredAct> scored = new ArrayList<>();
    ModelBundle draft =
        bundle.preview(
            task.recipe().version(),
            EnsembleScorerProvider.METHOD,
            equal.toMap(),
            DecisionRule.above(0.5));
    try (EnsembleScorer scorer = new EnsembleScorerProvider().open(draft);
        OrderedWork work = new OrderedWork(task.resources().threads())) {
      dev.read(
          acts -> {
            work.<List<ActRecord>, List<ScoredAct>>forEach(
                ActSplit.batches(acts),
                batch -> score(scorer, batch),
                results -> {
                  scored.addAll(results);
                  task.progress().step(scored.size());
                });
            return null;
          });
    }
    return scored;
  }

  private static List<ScoredAct> score(EnsembleScorer scorer, List<ActRecord> acts) {
    LabelSet labels = scorer.labels();
    List<List<LabelScores>> byMember =
        scorer.memberScores(acts.stream().map(ActRecord::act).toList());
    List<ScoredAct> scored = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      int act = i;
      List<LabelScores> members = byMember.stream().map(scores -> scores.get(act)).toList();
      Set<String> gold = Set.copyOf(acts.get(i).concepts());
      scored.add(
          new ScoredAct(
              MemberScores.of(members, labels, gold, label -> labels.trainingActs(label) > 0),
              MemberScores.of(members, labels, gold, label -> labels.trainingActs(label) == 0)));
    }
    return scored;
  }
}
