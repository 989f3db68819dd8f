package org.solrlmtc.plugin;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** The values of every output for the labels of one document, or for its having none. */
final class Labelling {
  /** Between a concept and its score, as Lucene's delimited payloads expect. */
  private static final String WEIGHT_MARK = "|";

  private final Map<OutputField, Object> values = new EnumMap<>(OutputField.class);
  private List<Float> scores = List.of();

  private Labelling(Model model, String status) {
    values.put(OutputField.MODEL, model.id());
    values.put(OutputField.STATUS, status);
  }

  /** No labels; the status says why. */
  static Labelling none(Model model, String status) {
    return new Labelling(model, status);
  }

  /**
   * Labels in rank order, with everything the thesaurus knows about them.
   *
   * @param explanations of the labels; empty when they are not asked for
   */
  static Labelling of(Model model, List<ScoredLabel> labels, List<Explanation> explanations) {
    Labelling labelling =
        new Labelling(model, labels.isEmpty() ? Status.NO_LABELS : Status.LABELLED);
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
        labels.stream().map(label -> label.id() + WEIGHT_MARK + label.score()).toList());
    labelling.put(OutputField.MICROTHESAURI, List.copyOf(microthesauri));
    labelling.put(OutputField.DOMAINS, List.copyOf(domains));
    labelling.put(OutputField.DOMAIN_PATHS, model.paths().byDomain(ids));
    labelling.put(OutputField.BROADER_PATHS, model.paths().byBroader(ids));
    labelling.put(
        OutputField.EXPLANATIONS, explanations.stream().map(Explanation::toJson).toList());
    return labelling;
  }

  /** The same labels, given in the place of a model that failed. */
  Labelling asFallback(String reason) {
    values.put(
        OutputField.STATUS, Status.byFallback((String) values.get(OutputField.STATUS), reason));
    return this;
  }

  /** Whether there are no labels because the model failed. */
  boolean isFailure() {
    return Status.isFailure((String) values.get(OutputField.STATUS));
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
