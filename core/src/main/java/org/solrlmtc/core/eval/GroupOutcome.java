package org.solrlmtc.core.eval;

import java.util.Optional;

/**
 * The outcome for one act on one group's labels: all that any measure needs.
 *
 * @param gold number of gold labels in the group
 * @param hitRanks ranks (from 1) of the gold labels found, rising, to the depth of the settings
 */
public record GroupOutcome(
    int gold, int[] hitRanks, DecisionCounts decisions, Optional<HierarchyOutcome> hierarchy) {

  /**
   * @param decisions counted after adding all broader concepts to the assigned and to the gold
   *     labels
   * @param credits hierarchical R-precision at each K of the settings
   */
  public record HierarchyOutcome(DecisionCounts decisions, double[] credits) {}

  /** The value of a ranking measure; only for acts with gold labels in the group. */
  public double atK(Measure.Kind kind, int k) {
    int hits = 0;
    double gain = 0;
    for (int rank : hitRanks) {
      if (rank <= k) {
        hits++;
        gain += DiscountedGain.discount(rank);
      }
    }
    return switch (kind) {
      case PRECISION_AT_K -> (double) hits / k;
      case RECALL_AT_K -> (double) hits / gold;
      case R_PRECISION_AT_K -> (double) hits / Math.min(k, gold);
      case NDCG_AT_K -> gain / DiscountedGain.ideal(Math.min(k, gold));
      default -> throw new IllegalArgumentException(kind.key() + " is not a ranking measure");
    };
  }
}
