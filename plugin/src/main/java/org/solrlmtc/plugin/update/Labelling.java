package org.solrlmtc.plugin.update;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.plugin.model.Model;

/** The values of all output fields of one document, with or without labels. */
final class Labelling {
  /** Separates a concept from its score, as Lucene's delimited payloads require. */
  private static final String PAYLOAD_DELIMITER = "|";

  private final Map<OutputField, Object> values = new EnumMap<>(OutputField.class);
  private LabellingStatus status;
  private List<Float> scores = List.of();

  private Labelling(Model model, LabellingStatus status) {
    values.put(OutputField.MODEL, model.id());
    setStatus(status);
  }

  private void setStatus(LabellingStatus status) {
    this.status = status;
    values.put(OutputField.STATUS, status.format());
  }

  /** No labels, for the reason that the status has. */
  static Labelling none(Model model, LabellingStatus status) {
    return new Labelling(model, status);
  }

  /**
   * Labels in rank order, with their names and places in the thesaurus.
   *
   * @param explanations one per label; empty when the output is disabled
   * @param confidence the expected F1 of the labels, if the model has it
   */
  static Labelling of(
      Model model,
      List<ScoredLabel> labels,
      List<Explanation> explanations,
      Optional<Double> confidence) {
    Labelling labelling =
        new Labelling(
            model, labels.isEmpty() ? LabellingStatus.NO_LABELS : LabellingStatus.LABELLED);
    confidence.ifPresent(value -> labelling.values.put(OutputField.CONFIDENCE, value.floatValue()));
    labelling.scores = labels.stream().map(ScoredLabel::score).toList();
    Thesaurus thesaurus = model.bundle().thesaurus();
    List<String> ids = labels.stream().map(ScoredLabel::id).collect(Collectors.toList());
    List<Concept> concepts =
        ids.stream().map(id -> thesaurus.concept(id).orElseThrow()).collect(Collectors.toList());
    Set<String> microthesauri = new LinkedHashSet<>();
    Set<String> domains = new LinkedHashSet<>();
    for (Concept concept : concepts) {
      for (String id : concept.microthesauri()) {
        thesaurus
            .microthesaurus(id)
            .ifPresent(
                micro -> {
                  microthesauri.add(micro.notation() + " " + micro.label());
                  thesaurus
                      .domain(micro.domain())
                      .ifPresent(domain -> domains.add(domain.code() + " " + domain.label()));
                });
      }
    }
    labelling.put(OutputField.CONCEPTS, ids);
    labelling.put(
        OutputField.DESCRIPTORS,
        concepts.stream().map(Concept::descriptor).collect(Collectors.toList()));
    labelling.put(OutputField.SCORES, labelling.scores);
    labelling.put(
        OutputField.WEIGHTS,
        labels.stream().map(label -> label.id() + PAYLOAD_DELIMITER + label.score()).toList());
    labelling.put(OutputField.MICROTHESAURI, List.copyOf(microthesauri));
    labelling.put(OutputField.DOMAINS, List.copyOf(domains));
    labelling.put(OutputField.DOMAIN_PATHS, model.paths().byDomain(ids));
    labelling.put(OutputField.BROADER_PATHS, model.paths().byBroader(ids));
    labelling.put(
        OutputField.EXPLANATIONS, explanations.stream().map(Explanation::toJson).toList());
    return labelling;
  }

  /** The same labels, marked as those of the fallback model. */
  Labelling asFallback(String reason) {
    setStatus(status.asFallback(reason));
    return this;
  }

  LabellingStatus status() {
    return status;
  }

  /** The scores of the labels, in rank order. */
  List<Float> scores() {
    return scores;
  }

  private void put(OutputField output, List<?> list) {
    if (!list.isEmpty()) {
      values.put(output, list);
    }
  }

  /** The value or list of values of an output; null when it has none. */
  Object value(OutputField output) {
    return values.get(output);
  }
}
