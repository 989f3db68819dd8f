package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.List;

/**
 * The quality of labels with a similar number of training acts.
 *
 * @param from lowest number of training acts
 * @param to highest number of training acts; {@link Integer#MAX_VALUE} in the last bucket
 * @param labels number of labels with a gold act; the means are over them
 * @param support their gold acts
 * @param micro over all decisions on the bucket's labels
 * @param macroF1 mean F1, {@code NaN} without labels
 * @param meanAveragePrecision mean average precision, {@code NaN} without labels
 */
public record FrequencyBucket(
    int from,
    int to,
    int labels,
    long support,
    DecisionScores micro,
    double macroF1,
    double meanAveragePrecision) {

  private static final int[] STARTS = {0, 1, 5, 10, 20, 50, 100, 200, 500, 1000};

  static List<FrequencyBucket> of(List<LabelRow> rows) {
    List<FrequencyBucket> buckets = new ArrayList<>();
    for (int i = 0; i < STARTS.length; i++) {
      int from = STARTS[i];
      int to = i + 1 < STARTS.length ? STARTS[i + 1] - 1 : Integer.MAX_VALUE;
      buckets.add(
          of(
              from,
              to,
              rows.stream()
                  .filter(row -> row.trainingActs().isPresent())
                  .filter(row -> row.trainingActs().getAsInt() >= from)
                  .filter(row -> row.trainingActs().getAsInt() <= to)
                  .toList()));
    }
    return buckets;
  }

  private static FrequencyBucket of(int from, int to, List<LabelRow> rows) {
    DecisionCounts total = DecisionCounts.NONE;
    for (LabelRow row : rows) {
      total = total.plus(row.counts(), 1);
    }
    return new FrequencyBucket(
        from,
        to,
        (int) rows.stream().filter(row -> row.support() > 0).count(),
        total.gold(),
        DecisionScores.of(total),
        LabelRow.meanOfSupported(rows, row -> row.counts().f1()),
        LabelRow.meanOfSupported(rows, LabelRow::averagePrecision));
  }
}
