package org.solrlmtc.core.eval;

import java.util.Comparator;

/**
 * True positives, false positives and false negatives of assigned labels.
 *
 * <p>Without assigned and gold labels, precision, recall and F1 are undefined ({@code NaN}); in
 * every other case a quotient 0/0 counts as 0.
 *
 * @param truePositives assigned and gold
 * @param falsePositives assigned, not gold
 * @param falseNegatives gold, not assigned
 */
public record DecisionCounts(long truePositives, long falsePositives, long falseNegatives)
    implements Comparable<DecisionCounts> {

  static final DecisionCounts NONE = new DecisionCounts(0, 0, 0);

  private static final Comparator<DecisionCounts> ORDER =
      Comparator.comparingLong(DecisionCounts::truePositives)
          .thenComparingLong(DecisionCounts::falsePositives)
          .thenComparingLong(DecisionCounts::falseNegatives);

  public DecisionCounts {
    if (truePositives < 0 || falsePositives < 0 || falseNegatives < 0) {
      throw new IllegalArgumentException(
          "counts of decisions cannot be negative: "
              + truePositives
              + ", "
              + falsePositives
              + ", "
              + falseNegatives);
    }
  }

  /** The number of assigned labels. */
  public long assigned() {
    return truePositives + falsePositives;
  }

  /** The number of gold labels. */
  public long gold() {
    return truePositives + falseNegatives;
  }

  public double precision() {
    return quotient(truePositives, assigned());
  }

  public double recall() {
    return quotient(truePositives, gold());
  }

  public double f1() {
    return quotient(2 * truePositives, assigned() + gold());
  }

  DecisionCounts plus(DecisionCounts other, long times) {
    return new DecisionCounts(
        truePositives + times * other.truePositives,
        falsePositives + times * other.falsePositives,
        falseNegatives + times * other.falseNegatives);
  }

  private double quotient(long part, long whole) {
    if (assigned() == 0 && gold() == 0) {
      return Double.NaN;
    }
    return whole == 0 ? 0 : (double) part / whole;
  }

  @Override
  public int compareTo(DecisionCounts other) {
    return ORDER.compare(this, other);
  }
}
