package org.solrlmtc.plugin.update;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.plugin.model.Model;

/** Derives the fields of a document's labels, whoever gave them: names, scores and places. */
final class LabelFields {
  /** Separates a concept from its score, as Lucene's delimited payloads require. */
  private static final String PAYLOAD_DELIMITER = "|";

  private LabelFields() {}

  /**
   * The values by output; null removes a field. A label that the thesaurus lacks has its id as
   * name, and no place.
   *
   * @param labels best first
   */
  static Map<OutputField, Object> of(Model model, List<AssignedLabel> labels) {
    Thesaurus thesaurus = model.bundle().thesaurus();
    List<String> ids = labels.stream().map(AssignedLabel::id).toList();
    Set<String> microthesauri = new LinkedHashSet<>();
    Set<String> domains = new LinkedHashSet<>();
    for (String id : ids) {
      thesaurus
          .concept(id)
          .ifPresent(concept -> addGroups(thesaurus, concept, microthesauri, domains));
    }
    Map<OutputField, Object> values = new EnumMap<>(OutputField.class);
    put(values, OutputField.CONCEPTS, ids);
    put(
        values,
        OutputField.DESCRIPTORS,
        ids.stream().map(id -> thesaurus.concept(id).map(Concept::descriptor).orElse(id)).toList());
    put(values, OutputField.SCORES, labels.stream().map(AssignedLabel::score).toList());
    put(
        values,
        OutputField.WEIGHTS,
        labels.stream().map(label -> label.id() + PAYLOAD_DELIMITER + label.score()).toList());
    put(values, OutputField.MICROTHESAURI, List.copyOf(microthesauri));
    put(values, OutputField.DOMAINS, List.copyOf(domains));
    put(values, OutputField.DOMAIN_PATHS, model.paths().byDomain(ids));
    put(values, OutputField.BROADER_PATHS, model.paths().byBroader(ids));
    return values;
  }

  private static void addGroups(
      Thesaurus thesaurus, Concept concept, Set<String> microthesauri, Set<String> domains) {
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

  /** No values and a missing field are the same to Solr. */
  static void put(Map<OutputField, Object> values, OutputField output, List<?> list) {
    values.put(output, list.isEmpty() ? null : list);
  }
}
