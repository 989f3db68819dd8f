package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Settings;
import org.solrlmtc.core.ensemble.EnsembleModel;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.ensemble.EnsembleSettings;
import org.solrlmtc.core.ensemble.EnsembleSettings.Member;
import org.solrlmtc.core.ensemble.Mixture;
import org.solrlmtc.core.ensemble.Scale;
import org.solrlmtc.core.score.DecisionRule;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
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
  /** How many acts are scored at once. */
  private static final int TOGETHER = 32;

  @Override
  public String method() {
    return EnsembleModel.METHOD;
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
          new EnsembleSettings(members, candidates, alike(members.size()), alike(members.size()));
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
    Settings settings = new Settings(EnsembleModel.METHOD + " member", member);
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

  /** The mean of the members' log-odds. */
  private static Mixture alike(int members) {
    return new Mixture(
        Scale.LOG_ODDS, Collections.nCopies(members, 1.0 / members), -Scale.LOG_ODDS.of(0.5f), 1);
  }

  private static EnsembleSettings tune(
      EnsembleSettings equal, TrainingTask task, Path dev, BundleWriter bundle) throws IOException {
    task.progress().stage("scoring dev with every member");
    LabelSet labels = task.labels();
    ActGroup trained = new ActGroup(labels, label -> labels.trainingActs(label) > 0);
    ActGroup frequent = new ActGroup(labels, label -> labels.group(label) == LabelGroup.FREQUENT);
    ActGroup few = new ActGroup(labels, label -> labels.group(label) == LabelGroup.FEW);
    ActGroup unseen = new ActGroup(labels, label -> labels.group(label) == LabelGroup.ZERO);
    ModelBundle draft =
        bundle.preview(
            task.recipe().version(), EnsembleModel.METHOD, equal.toMap(), DecisionRule.above(0.5));
    try (EnsembleScorer scorer = new EnsembleModel().open(draft)) {
      TrainingData.with(
          dev,
          acts -> {
            long done = 0;
            while (acts.hasNext()) {
              List<ActRecord> together = new ArrayList<>();
              while (acts.hasNext() && together.size() < TOGETHER) {
                together.add(acts.next());
              }
              collect(scorer, together, List.of(trained, frequent, few, unseen));
              task.progress().step(done += together.size());
            }
            return null;
          });
    }
    task.progress().stage("tuning weights");
    int members = equal.members().size();
    return new EnsembleSettings(
        equal.members(),
        equal.candidates(),
        new MixtureTuner(List.of(trained.acts, frequent.acts, few.acts), members).tune(),
        new MixtureTuner(List.of(unseen.acts), members).tune());
  }

  private static void collect(EnsembleScorer scorer, List<ActRecord> acts, List<ActGroup> groups) {
    List<List<LabelScores>> byMember =
        scorer.memberScores(acts.stream().map(ActRecord::act).toList());
    for (int i = 0; i < acts.size(); i++) {
      int act = i;
      List<LabelScores> members = byMember.stream().map(scores -> scores.get(act)).toList();
      Set<String> gold = Set.copyOf(acts.get(i).concepts());
      groups.forEach(group -> group.add(members, gold));
    }
  }

  /** All acts within a group of labels. */
  private static final class ActGroup {
    final List<ActScores> acts = new ArrayList<>();
    private final LabelSet labels;
    private final IntPredicate group;

    ActGroup(LabelSet labels, IntPredicate group) {
      this.labels = labels;
      this.group = group;
    }

    void add(List<LabelScores> members, Set<String> gold) {
      acts.add(ActScores.of(members, labels, gold, group));
    }
  }
}
