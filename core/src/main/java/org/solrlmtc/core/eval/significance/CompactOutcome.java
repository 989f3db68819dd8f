package org.solrlmtc.core.eval.significance;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.solrlmtc.core.eval.ActOutcome;
import org.solrlmtc.core.eval.DecisionCounts;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.GroupOutcome;

/**
 * The outcome for one act in a few hundred bytes, because a run keeps one per act.
 *
 * @param gold indexes of the gold labels, rising
 * @param assigned indexes of the assigned labels, rising
 * @param groups per group, in the order of the enum: the three counts of decisions, then the ranks
 *     of the hits
 * @param hierarchy one entry per group; none without a hierarchy
 */
record CompactOutcome(
    int[] gold, int[] assigned, int[][] groups, List<GroupOutcome.HierarchyOutcome> hierarchy) {
  private static final int COUNTS = 3;
  private static final List<EvaluationGroup> GROUPS = List.of(EvaluationGroup.values());

  /**
   * @param index the index of a label
   */
  static CompactOutcome of(ActOutcome outcome, ToIntFunction<String> index) {
    List<GroupOutcome> groups = GROUPS.stream().map(outcome.groups()::get).toList();
    return new CompactOutcome(
        indexes(outcome.gold(), index),
        indexes(outcome.assigned(), index),
        groups.stream().map(CompactOutcome::encode).toArray(int[][]::new),
        groups.stream().flatMap(group -> group.hierarchy().stream()).toList());
  }

  private static int[] indexes(Collection<String> labels, ToIntFunction<String> index) {
    return labels.stream().mapToInt(index).sorted().toArray();
  }

  private static int[] encode(GroupOutcome group) {
    int[] hits = group.hitRanks();
    int[] encoded = new int[COUNTS + hits.length];
    encoded[0] = Math.toIntExact(group.decisions().truePositives());
    encoded[1] = Math.toIntExact(group.decisions().falsePositives());
    encoded[2] = Math.toIntExact(group.decisions().falseNegatives());
    System.arraycopy(hits, 0, encoded, COUNTS, hits.length);
    return encoded;
  }

  GroupOutcome group(EvaluationGroup group) {
    int index = GROUPS.indexOf(group);
    int[] encoded = groups[index];
    DecisionCounts decisions = new DecisionCounts(encoded[0], encoded[1], encoded[2]);
    return new GroupOutcome(
        Math.toIntExact(decisions.gold()),
        Arrays.copyOfRange(encoded, COUNTS, encoded.length),
        decisions,
        hierarchy.isEmpty() ? Optional.empty() : Optional.of(hierarchy.get(index)));
  }
}
