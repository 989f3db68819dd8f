package org.solrlmtc.core.eval;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/** Counts of one label, and the scores it was predicted with. */
final class LabelTally {
  private long truePositives;
  private long falsePositives;
  private long falseNegatives;

  /**
   * One entry per prediction: the score's bits shifted left by one, plus 1 when the label is gold.
   * Scores lie between 0 and 1, where the order of bits is the order of values and the highest two
   * bits are free.
   */
  private int[] scores = new int[0];

  private int size;

  void addDecision(boolean assigned, boolean gold) {
    if (assigned && gold) {
      truePositives++;
    } else if (assigned) {
      falsePositives++;
    } else if (gold) {
      falseNegatives++;
    }
  }

  void addScore(float score, boolean gold) {
    reserve(1);
    scores[size++] = Float.floatToIntBits(score) << 1 | (gold ? 1 : 0);
  }

  void merge(LabelTally other) {
    truePositives += other.truePositives;
    falsePositives += other.falsePositives;
    falseNegatives += other.falseNegatives;
    reserve(other.size);
    System.arraycopy(other.scores, 0, scores, size, other.size);
    size += other.size;
  }

  DecisionCounts counts() {
    return new DecisionCounts(truePositives, falsePositives, falseNegatives);
  }

  /**
   * The sum, over distinct scores from the highest down, of the recall gained by the predictions
   * with that score times the precision reached. Equal scores are added together, so their order
   * does not matter. Gold acts for which the label was not predicted are never reached. {@code NaN}
   * without gold acts.
   */
  double averagePrecision() {
    long gold = counts().gold();
    if (gold == 0) {
      return Double.NaN;
    }
    int[] sorted = sortedScores();
    double sum = 0;
    long hits = 0;
    int start = sorted.length;
    while (start > 0) {
      int score = sorted[start - 1] >> 1;
      long newHits = 0;
      while (start > 0 && sorted[start - 1] >> 1 == score) {
        newHits += sorted[--start] & 1;
      }
      hits += newHits;
      sum += (double) newHits * hits / (sorted.length - start);
    }
    return sum / gold;
  }

  String write() {
    ByteBuffer bytes = ByteBuffer.allocate(size * Integer.BYTES);
    bytes.asIntBuffer().put(sortedScores());
    return truePositives
        + ","
        + falsePositives
        + ","
        + falseNegatives
        + ","
        + Base64.getEncoder().encodeToString(bytes.array());
  }

  static LabelTally read(String label, String text) {
    try {
      String[] parts = text.split(",", 4);
      LabelTally tally = new LabelTally();
      tally.truePositives = Long.parseLong(parts[0]);
      tally.falsePositives = Long.parseLong(parts[1]);
      tally.falseNegatives = Long.parseLong(parts[2]);
      byte[] bytes = Base64.getDecoder().decode(parts[3]);
      tally.size = bytes.length / Integer.BYTES;
      tally.scores = new int[tally.size];
      ByteBuffer.wrap(bytes).asIntBuffer().get(tally.scores);
      return tally;
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "the state of an evaluation has an unreadable entry for label " + label, e);
    }
  }

  private int[] sortedScores() {
    int[] sorted = Arrays.copyOf(scores, size);
    Arrays.sort(sorted);
    return sorted;
  }

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > scores.length) {
      scores = Arrays.copyOf(scores, Math.max(needed, scores.length + scores.length / 2 + 4));
    }
  }
}
