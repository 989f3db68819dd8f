package org.solrlmtc.core.ranking;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.ensemble.CombinerInput;
import org.solrlmtc.core.ensemble.LogisticCombiner;
import org.solrlmtc.core.ensemble.ScoreCombiner;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

/**
 * Gradient-boosted trees over features of candidate labels. A logistic mixture of the members
 * selects the candidates. Labels that are no candidates rank behind them, in the order of the
 * mixture.
 */
public final class RankingCombiner implements ScoreCombiner {
  public static final String TYPE = "ranking";

  /** The file of the trees in a bundle. */
  public static final String TREES = "combiner-trees.bin";

  /** The file of the label statistics in a bundle. */
  public static final String STATISTICS = "combiner-statistics.bin";

  /** The file of the word vectors in a bundle, if the ranking has features of similarity. */
  public static final String WORDS = "combiner-words.bin";

  private final LabelSet labels;
  private final LabelNames names;
  private final LogisticCombiner mixture;
  private final CandidateFeatures features;
  private final TreeEnsemble trees;

  /**
   * @throws IllegalArgumentException if the trees were trained on other features
   */
  public RankingCombiner(
      LabelSet labels,
      LabelNames names,
      LogisticCombiner mixture,
      CandidateFeatures features,
      TreeEnsemble trees) {
    this.labels = labels;
    this.names = names;
    this.mixture = mixture;
    this.features = features;
    this.trees = trees;
    if (!trees.features().equals(features.names())) {
      throw new IllegalArgumentException(
          TREES
              + " was trained on "
              + trees.features().size()
              + " features, which are not the "
              + features.names().size()
              + " of this ensemble: train the ensemble again");
    }
  }

  /**
   * The settings of such a combiner, as manifests hold them.
   *
   * @param wordVectors whether the bundle has {@link #WORDS}
   */
  public static Map<String, Object> settings(
      Map<String, Object> mixture, int candidates, Set<FeatureGroup> without, boolean wordVectors) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.put("candidates", candidates);
    map.put("without", without.stream().map(FeatureGroup::key).sorted().toList());
    map.put("wordVectors", wordVectors);
    map.put("mixture", mixture);
    return map;
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public LabelScores combine(CombinerInput input) {
    return rank(rankingInput(input));
  }

  /** Runs the trees on the used labels only. */
  @Override
  public LabelScores combine(CombinerInput input, BitSet used) {
    RankingInput facts = rankingInput(input);
    LabelScores mixed = mixture.combine(facts.scores());
    // behind all candidates, whatever those would score
    return rank(features.of(facts, mixed).only(used), mixed, Float.MIN_NORMAL);
  }

  private RankingInput rankingInput(CombinerInput input) {
    return new RankingInput(names.facts(input.act()), input.scores(), input.neighbourhood());
  }

  /** The scores of an act. */
  public LabelScores rank(RankingInput input) {
    LabelScores mixed = mixture.combine(input.scores());
    return rank(features.of(input, mixed), mixed, 1);
  }

  /**
   * @param limit labels that are no candidates get scores below it
   */
  private LabelScores rank(Candidates candidates, LabelScores mixed, float limit) {
    float[] scores = new float[labels.size()];
    float smallest = limit;
    float[] margins = trees.margins(candidates.rows(), candidates.labels().length);
    for (int i = 0; i < margins.length; i++) {
      // a candidate is never without a score
      float score = Math.max(Float.MIN_NORMAL, (float) (1 / (1 + Math.exp(-margins[i]))));
      smallest = Math.min(smallest, score);
      scores[candidates.labels()[i]] = score;
    }
    float below = smallest;
    mixed.forEach(
        (label, score) -> {
          if (scores[label] == 0) {
            scores[label] = below * score;
          }
        });
    return LabelScores.dense(labels, scores);
  }

  @Override
  public double evidenceWeight(int member, int label) {
    return mixture.evidenceWeight(member, label);
  }
}
