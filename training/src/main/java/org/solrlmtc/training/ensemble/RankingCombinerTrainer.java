package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.ensemble.CombinerInput;
import org.solrlmtc.core.neighbours.NeighboursScorerProvider;
import org.solrlmtc.core.ranking.FeatureGroup;
import org.solrlmtc.core.ranking.LabelNames;
import org.solrlmtc.core.ranking.LabelStatistics;
import org.solrlmtc.core.ranking.RankingCombiner;
import org.solrlmtc.core.ranking.RankingInput;
import org.solrlmtc.core.ranking.WordSpace;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.TrainedModel;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.ActSplit;
import org.solrlmtc.training.data.Fold;
import org.solrlmtc.training.ensemble.RankingExamples.Example;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.tune.CrossFitted;
import org.solrlmtc.training.tune.Tuning;

/**
 * Gradient-boosted trees over features of candidate labels. They are fitted on development acts, on
 * out-of-fold scores of the training acts, or on both.
 */
final class RankingCombinerTrainer implements CombinerTrainer {
  static final String TYPE = RankingCombiner.TYPE;

  private final RankingSettings settings;

  private RankingCombinerTrainer(RankingSettings settings) {
    this.settings = settings;
  }

  static CombinerTrainer read(Settings section) {
    return new RankingCombinerTrainer(RankingSettings.read(section));
  }

  @Override
  public boolean needsDev() {
    return false;
  }

  @Override
  public TrainedModel fit(CombinerTask task) throws IOException {
    TrainingTask training = task.training();
    if (settings.fitOn().dev() && training.data().dev().isEmpty()) {
      throw new TrainingException(
          "the setting 'fitOn' of 'combiner' is "
              + Settings.key(settings.fitOn())
              + ", but there is no development split: add one, or use out-of-fold");
    }
    training.progress().stage("counting labels that acts have together");
    LabelStatistics statistics = LabelCounter.count(training.data(), training.labels());
    statistics.write(task.file(RankingCombiner.STATISTICS));
    LabelNames names =
        new LabelNames(
            training.labels(),
            training.thesaurus(),
            settings.wordVectors() > 0 ? WordSpaceTrainer.train(task, settings) : WordSpace.EMPTY);
    List<RankingExamples> outOfFold =
        settings.fitOn().outOfFold() ? outOfFold(task, names) : List.of();
    Optional<RankingExamples> dev =
        settings.fitOn().dev() || (settings.ablation() && training.data().dev().isPresent())
            ? Optional.of(
                new RankingExamples(
                    training.labels(),
                    statistics,
                    task.scoreDev((input, gold) -> example(input, gold, names))))
            : Optional.empty();
    Run run = new Run(task, names, outOfFold, dev);
    training.progress().stage("fitting the ranking");
    RankingFit.Model model = run.fit();
    model.boosted().trees().write(task.file(RankingCombiner.TREES));
    noteGains(model.boosted(), training.progress());
    if (settings.ablation() && dev.isPresent()) {
      run.ablate();
    }
    return new TrainedModel(
        RankingCombiner.settings(
            model.mixture().toMap(),
            settings.candidates(),
            settings.without(),
            settings.wordVectors() > 0),
        settings.fitOn().dev()
            ? Optional.of(new CrossFitted(settings.crossFit(), run.devScores(settings.without())))
            : Optional.empty());
  }

  private static Example example(CombinerInput input, Set<String> gold, LabelNames names) {
    return new Example(
        new RankingInput(names.facts(input.act()), input.scores(), input.neighbourhood()), gold);
  }

  /** Scores every training act with members that did not see it. */
  private List<RankingExamples> outOfFold(CombinerTask task, LabelNames names) throws IOException {
    List<RankingExamples> examples = new ArrayList<>();
    for (int number = 1; number <= settings.folds(); number++) {
      Fold fold = new Fold(number, settings.folds());
      Set<String> heldOut =
          HeldOutLabels.of(
              task.training().labels(), settings.heldOutLabels(), fold, settings.trees().seed());
      FoldMembers members = new FoldMembers(task, fold, heldOut);
      LabelStatistics statistics = LabelCounter.count(members.data(), members.labels());
      ActSplit acts = task.training().data().trainingActs(fold);
      List<ModelBundle> bundles = members.bundles();
      task.training().progress().stage("scoring " + fold + " with every member");
      examples.add(
          new RankingExamples(
              members.labels(),
              statistics,
              task.score(bundles, acts, (input, gold) -> example(input, gold, names))));
    }
    return examples;
  }

  private static void noteGains(BoostedTrees boosted, Progress progress) {
    List<String> features = boosted.trees().features();
    double sum = 0;
    for (double gain : boosted.gains()) {
      sum += gain;
    }
    double all = sum;
    IntStream.range(0, features.size())
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -boosted.gains()[i]))
        .forEach(
            i ->
                progress.note(
                    String.format(
                        Locale.ROOT,
                        "gain %5.1f%%  %s",
                        100 * boosted.gains()[i] / all,
                        features.get(i))));
  }

  /** The examples of one training. */
  private final class Run {
    private final CombinerTask task;
    private final LabelNames names;
    private final List<RankingExamples> outOfFold;
    private final Optional<RankingExamples> dev;

    Run(
        CombinerTask task,
        LabelNames names,
        List<RankingExamples> outOfFold,
        Optional<RankingExamples> dev) {
      this.task = task;
      this.names = names;
      this.outOfFold = outOfFold;
      this.dev = dev;
    }

    RankingFit.Model fit() throws IOException {
      List<RankingExamples> all = new ArrayList<>(outOfFold);
      if (settings.fitOn().dev()) {
        all.add(dev.orElseThrow());
      }
      return new RankingFit(task, names, settings).fit(all);
    }

    /** Scores of the development acts by rankings that did not see them. */
    List<LabelScores> devScores(Set<FeatureGroup> without) throws IOException {
      RankingFit fit = new RankingFit(task, names, settings.without(without));
      task.training().progress().stage("fitting rankings that do not see the acts they score");
      return settings.fitOn().dev()
          ? fit.crossFit(dev.orElseThrow(), outOfFold)
          : fit.score(fit.fit(outOfFold), dev.orElseThrow());
    }

    /** Reports what each group of features and each member is worth. */
    void ablate() throws IOException {
      note("all features", settings.without());
      for (FeatureGroup group : FeatureGroup.values()) {
        boolean used = group != FeatureGroup.SIMILARITY || settings.wordVectors() > 0;
        if (used && !settings.without().contains(group)) {
          Set<FeatureGroup> without = EnumSet.noneOf(FeatureGroup.class);
          without.addAll(settings.without());
          without.add(group);
          note("without " + group.key(), without);
        }
      }
      for (int member = 0; member < task.members().size() && task.members().size() > 1; member++) {
        without(member).note("without member " + task.members().get(member), settings.without());
      }
    }

    private Run without(int member) {
      List<String> others = new ArrayList<>(task.members());
      others.remove(member);
      boolean findsNeighbours =
          task.bundles().get(member).manifest().method().equals(NeighboursScorerProvider.METHOD);
      return new Run(
          task.only(others),
          names,
          outOfFold.stream().map(part -> part.without(member, findsNeighbours)).toList(),
          dev.map(part -> part.without(member, findsNeighbours)));
    }

    private void note(String what, Set<FeatureGroup> without) throws IOException {
      Map<String, Double> measured =
          Tuning.measure(
              devScores(without),
              task.training().data().dev().orElseThrow(),
              task.training().data().labelsInUse());
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-32s", what));
      measured.forEach(
          (measure, value) -> line.append(String.format(Locale.ROOT, "  %s %.4f", measure, value)));
      task.training().progress().note(line.toString());
    }
  }
}
