package org.solrlmtc.training.ensemble;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ranking.CandidateFeatures;
import org.solrlmtc.core.ranking.Candidates;
import org.solrlmtc.core.ranking.LabelNames;
import org.solrlmtc.core.ranking.RankingCombiner;
import org.solrlmtc.core.score.Coverage;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.training.ensemble.LogisticCombinerTrainer.Weights;
import org.solrlmtc.training.ensemble.RankingExamples.Example;
import org.solrlmtc.training.execution.OrderedWork;

/** Fits a ranking to examples: first the mixture of the members, then the trees. */
final class RankingFit {
  /** The mixture has few weights: more acts do not change them. */
  private static final int MIXTURE_ACTS = 8000;

  private final CombinerTask task;
  private final LabelNames names;
  private final RankingSettings settings;

  RankingFit(CombinerTask task, LabelNames names, RankingSettings settings) {
    this.task = task;
    this.names = names;
    this.settings = settings;
  }

  /** A fitted ranking. */
  record Model(Weights mixture, BoostedTrees boosted) {}

  /** Fits to all examples. */
  Model fit(List<RankingExamples> examples) throws IOException {
    int members = task.members().size();
    Weights mixture = mixture(examples, members);
    List<Candidates> candidates = new ArrayList<>();
    List<float[]> targets = new ArrayList<>();
    List<String> features = List.of();
    try (OrderedWork work = new OrderedWork(task.training().resources().threads())) {
      for (RankingExamples part : examples) {
        CandidateFeatures computed = features(part);
        LogisticCombiner mixing = mixture.combiner(part.labels(), members);
        features = computed.names();
        work.<Example, Candidates>forEach(
            part.acts().iterator(),
            example -> computed.of(example.input(), mixing.combine(example.input().scores())),
            candidates::add);
        for (int i = 0; i < part.acts().size(); i++) {
          Candidates ofAct = candidates.get(targets.size());
          targets.add(targets(ofAct, part, part.acts().get(i).gold()));
        }
      }
    }
    return new Model(
        mixture,
        BoostedTrees.fit(
            features,
            joined(candidates.stream().map(Candidates::rows).toList()),
            joined(targets),
            settings.trees(),
            task.training().resources().threads()));
  }

  private CandidateFeatures features(RankingExamples examples) {
    return new CandidateFeatures(
        task.context(examples.labels()),
        names,
        examples.statistics(),
        settings.candidates(),
        settings.without());
  }

  private static Weights mixture(List<RankingExamples> examples, int members) {
    int all = examples.stream().mapToInt(part -> part.acts().size()).sum();
    int step = Math.max(1, (all + MIXTURE_ACTS - 1) / MIXTURE_ACTS);
    List<ScoredAct> scored = new ArrayList<>();
    for (RankingExamples part : examples) {
      for (int i = 0; i < part.acts().size(); i += step) {
        Example example = part.acts().get(i);
        scored.add(ScoredAct.of(example.input().scores(), part.labels(), example.gold()));
      }
    }
    return Weights.fit(members, scored);
  }

  private static float[] targets(Candidates candidates, RankingExamples part, Set<String> gold) {
    float[] targets = new float[candidates.labels().length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = gold.contains(part.labels().id(candidates.labels()[i])) ? 1 : 0;
    }
    return targets;
  }

  private static float[] joined(List<float[]> parts) {
    int size = Math.toIntExact(parts.stream().mapToLong(part -> part.length).sum());
    float[] joined = new float[size];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }

  /** Scores examples with a model that was fitted on others. */
  List<LabelScores> score(Model model, RankingExamples examples) throws IOException {
    RankingCombiner combiner =
        new RankingCombiner(
            examples.labels(),
            names,
            model.mixture().combiner(examples.labels(), task.members().size()),
            features(examples),
            model.boosted().trees());
    List<LabelScores> scores = new ArrayList<>();
    try (OrderedWork work = new OrderedWork(task.training().resources().threads())) {
      work.<Example, LabelScores>forEach(
          examples.acts().iterator(),
          example ->
              combiner
                  .rank(example.input())
                  .withCoverage(Coverage.ofMembers(example.input().scores())),
          scores::add);
    }
    return scores;
  }

  /**
   * Scores the development acts, each by a model that did not see it.
   *
   * @param others further examples that every model is fitted on
   */
  List<LabelScores> crossFit(RankingExamples dev, List<RankingExamples> others) throws IOException {
    int folds = settings.crossFit();
    LabelScores[] scores = new LabelScores[dev.acts().size()];
    for (int fold = 0; fold < folds; fold++) {
      List<RankingExamples> seen = new ArrayList<>(others);
      seen.add(dev.part(folds, fold, false));
      List<LabelScores> unseen = score(fit(seen), dev.part(folds, fold, true));
      for (int i = 0; i < unseen.size(); i++) {
        scores[i * folds + fold] = unseen.get(i);
      }
    }
    return Arrays.asList(scores);
  }
}
