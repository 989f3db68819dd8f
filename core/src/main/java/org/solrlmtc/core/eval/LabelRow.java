package org.solrlmtc.core.eval;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * The results of one label over all acts.
 *
 * @param trainingActs number of training acts that have the label; empty for a label outside the
 *     evaluation's label set
 * @param counts over the labels assigned by the decision rule
 * @param averagePrecision area under the label's precision-recall curve over the predictions given;
 *     {@code NaN} without gold acts or if the settings disable it
 */
public record LabelRow(
    String label, OptionalInt trainingActs, DecisionCounts counts, double averagePrecision) {

  /** The number of acts that have it as gold label. */
  public long support() {
    return counts.gold();
  }

  /** The mean over labels with gold acts; {@code NaN} without any. */
  static double meanOfSupported(List<LabelRow> rows, ToDoubleFunction<LabelRow> value) {
    double sum = 0;
    int count = 0;
    for (LabelRow row : rows) {
      if (row.support() > 0) {
        sum += value.applyAsDouble(row);
        count++;
      }
    }
    return sum / count;
  }
}
