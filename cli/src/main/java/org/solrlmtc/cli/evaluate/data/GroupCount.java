package org.solrlmtc.cli.evaluate.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.score.LabelSet;

/**
 * The number of labels in a group, and how many of them are used.
 *
 * @param group the group's name
 * @param labels number of labels in the table of labels
 * @param used number of labels that an act has, one entry per set of acts
 */
public record GroupCount(String group, long labels, List<Long> used) {
  private static final String OUTSIDE = "not in the table";

  /** All groups, and the labels outside the table if acts have any. */
  public static List<GroupCount> of(LabelSet labels, List<DatasetStatistics> sets) {
    List<GroupCount> counts = new ArrayList<>();
    for (EvaluationGroup group : EvaluationGroup.values()) {
      Predicate<String> member = id -> labels.indexOf(id).isPresent() && group.contains(labels, id);
      counts.add(count(group.key(), labels, member, sets));
    }
    GroupCount outside = count(OUTSIDE, labels, id -> labels.indexOf(id).isEmpty(), sets);
    if (outside.used.stream().anyMatch(number -> number > 0)) {
      counts.add(outside);
    }
    return counts;
  }

  private static GroupCount count(
      String name, LabelSet labels, Predicate<String> member, List<DatasetStatistics> sets) {
    return new GroupCount(
        name,
        labels.ids().stream().filter(member).count(),
        sets.stream()
            .map(set -> set.actsPerLabel().keySet().stream().filter(member).count())
            .toList());
  }
}
