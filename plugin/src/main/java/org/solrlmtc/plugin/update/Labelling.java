package org.solrlmtc.plugin.update;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.plugin.model.Model;

/**
 * What a model says about one document.
 *
 * @param labels best first; empty when the model failed or found none
 * @param explanations one per label; empty when the output is disabled
 * @param confidence the expected F1 of the labels, if the model has it
 */
record Labelling(
    Model model,
    LabellingStatus status,
    List<AssignedLabel> labels,
    List<Explanation> explanations,
    Optional<Double> confidence) {

  /** No labels, for the reason that the status has. */
  static Labelling none(Model model, LabellingStatus status) {
    return new Labelling(model, status, List.of(), List.of(), Optional.empty());
  }

  /** Labels in rank order. */
  static Labelling of(
      Model model,
      List<ScoredLabel> labels,
      List<Explanation> explanations,
      Optional<Double> confidence) {
    return new Labelling(
        model,
        labels.isEmpty() ? LabellingStatus.NO_LABELS : LabellingStatus.LABELLED,
        labels.stream().map(label -> new AssignedLabel(label.id(), label.score())).toList(),
        explanations,
        confidence);
  }

  /** The same labels, marked as those of the fallback model. */
  Labelling asFallback(String reason) {
    return new Labelling(model, status.asFallback(reason), labels, explanations, confidence);
  }

  /** The scores of the labels, in rank order. */
  List<Float> scores() {
    return labels.stream().map(AssignedLabel::score).toList();
  }

  /** The values of the model's outputs; null removes a field. */
  Map<OutputField, Object> values() {
    Map<OutputField, Object> values = new EnumMap<>(OutputField.class);
    LabelFields.put(values, OutputField.SUGGESTED, labels.stream().map(AssignedLabel::id).toList());
    LabelFields.put(values, OutputField.SUGGESTED_SCORES, scores());
    LabelFields.put(
        values, OutputField.EXPLANATIONS, explanations.stream().map(Explanation::toJson).toList());
    values.put(OutputField.CONFIDENCE, confidence.map(Double::floatValue).orElse(null));
    values.put(OutputField.MODEL, model.id());
    values.put(OutputField.STATUS, status.format());
    return values;
  }
}
