package org.solrlmtc.core.ranking;

import java.util.Arrays;
import org.solrlmtc.core.score.LabelScores;

/** The candidate labels of an act with what several feature groups need. */
final class CandidateContext {
  /** Smaller probabilities count as this, larger ones as its complement. */
  private static final double MIN_PROBABILITY = 1e-4;

  final RankingInput input;

  /** Indexes of the candidate labels. */
  final int[] labels;

  /** The score of each candidate by the mixture of the members; 0 if it has none. */
  final float[] mixture;

  /** Per label of the model, its position among the candidates + 1; 0 for all others. */
  private final int[] positions;

  CandidateContext(RankingInput input, int[] labels, LabelScores mixture, int allLabels) {
    this.input = input;
    this.labels = labels;
    this.positions = new int[allLabels];
    for (int i = 0; i < labels.length; i++) {
      positions[labels[i]] = i + 1;
    }
    this.mixture = scores(mixture);
  }

  /** The number of candidates. */
  int size() {
    return labels.length;
  }

  /** The position of a label among the candidates; -1 if it is none. */
  int position(int label) {
    return positions[label] - 1;
  }

  /** The score of each candidate, 0 for candidates without a score. */
  float[] scores(LabelScores all) {
    float[] scores = new float[labels.length];
    all.forEach(
        (label, score) -> {
          if (positions[label] > 0) {
            scores[positions[label] - 1] = score;
          }
        });
    return scores;
  }

  /** The rank of each candidate among the candidates: 0 for the largest value. */
  static int[] ranks(float[] values) {
    long[] keys = new long[values.length];
    for (int i = 0; i < keys.length; i++) {
      // values are not negative, so their bits are in their order
      keys[i] = (long) ~Float.floatToIntBits(values[i]) << 32 | i;
    }
    Arrays.sort(keys);
    int[] ranks = new int[values.length];
    for (int rank = 0; rank < keys.length; rank++) {
      ranks[(int) keys[rank]] = rank;
    }
    return ranks;
  }

  static float logOdds(float score) {
    double clipped = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, score));
    return (float) Math.log(clipped / (1 - clipped));
  }
}
