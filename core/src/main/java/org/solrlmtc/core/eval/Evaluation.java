package org.solrlmtc.core.eval;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of an evaluation. An undefined value (a mean over nothing) is {@code NaN}.
 *
 * @param acts all acts evaluated, with or without gold labels
 * @param groups one entry per group
 * @param labels labels that are gold or assigned in some act: in the order of the label set, then
 *     those outside it by id
 * @param calibration predictions by score
 * @param goldPerAct number of acts by their number of gold labels
 * @param assignedPerAct number of acts by their number of assigned labels
 */
public record Evaluation(
    EvaluationSettings settings,
    long acts,
    Map<EvaluationGroup, GroupEvaluation> groups,
    List<LabelRow> labels,
    List<CalibrationBin> calibration,
    SortedMap<Long, Long> goldPerAct,
    SortedMap<Long, Long> assignedPerAct) {

  public Evaluation {
    groups = Collections.unmodifiableMap(new EnumMap<>(groups));
    labels = List.copyOf(labels);
    calibration = List.copyOf(calibration);
    goldPerAct = Collections.unmodifiableSortedMap(new TreeMap<>(goldPerAct));
    assignedPerAct = Collections.unmodifiableSortedMap(new TreeMap<>(assignedPerAct));
  }

  public GroupEvaluation group(EvaluationGroup group) {
    return groups.get(group);
  }

  /**
   * The value of any measure.
   *
   * @throws IllegalArgumentException if the settings lack it: K too large, no hierarchy
   */
  public double value(Measure measure) {
    return group(measure.group()).value(measure.kind(), measure.k());
  }

  /**
   * The expected calibration error: the mean distance between score and share of gold labels, over
   * the predictions of all bins of at least this score.
   *
   * @param from lowest score; nearly all predictions are near 0, where any model is calibrated
   */
  public double expectedCalibrationError(double from) {
    double distance = 0;
    long predictions = 0;
    for (CalibrationBin bin : calibration) {
      if (bin.from() >= from && bin.predictions() > 0) {
        distance += bin.predictions() * Math.abs(bin.meanScore() - bin.goldShare());
        predictions += bin.predictions();
      }
    }
    return distance / predictions;
  }

  /** Quality by the labels' frequency in training, rarest first. */
  public List<FrequencyBucket> byFrequency() {
    return FrequencyBucket.of(labels);
  }

  /**
   * Gold labels outside the label set: they count under all labels, but in no group. Add them to
   * the label set, with their number of training acts, to count them in a group.
   */
  public List<LabelRow> goldOutsideLabelSet() {
    return labels.stream()
        .filter(row -> row.trainingActs().isEmpty() && row.support() > 0)
        .toList();
  }
}
