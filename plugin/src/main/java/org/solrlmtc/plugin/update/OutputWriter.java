package org.solrlmtc.plugin.update;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.plugin.model.Model;

/** Writes the label fields of a document, as plain values or as part of an atomic update. */
final class OutputWriter {
  private final Map<OutputField, String> fields;

  /**
   * @param fields by output; a disabled output is not in the map
   */
  OutputWriter(Map<OutputField, String> fields) {
    this.fields = fields;
  }

  /** Replaces all values that a whole document has in the label fields. */
  void write(SolrInputDocument doc, Labelling labelling, Corrections corrections) {
    Map<OutputField, Object> values = derived(labelling.model(), labelling.labels(), corrections);
    values.putAll(labelling.values());
    fields.forEach(
        (output, field) -> {
          Object value = values.get(output);
          if (value == null) {
            doc.removeField(field);
          } else {
            doc.setField(field, value);
          }
        });
  }

  /** Adds new labels of the model to an atomic update. */
  void update(SolrInputDocument doc, Labelling labelling, Corrections corrections) {
    Map<OutputField, Object> values = derived(labelling.model(), labelling.labels(), corrections);
    values.putAll(labelling.values());
    set(doc, values);
  }

  /** Adds corrections to an atomic update; the model's outputs stay as they are. */
  void update(
      SolrInputDocument doc,
      Model thesaurus,
      List<AssignedLabel> suggested,
      Corrections corrections) {
    set(doc, derived(thesaurus, suggested, corrections));
  }

  /** Changes only the status in an atomic update. */
  void updateStatus(SolrInputDocument doc, LabellingStatus status) {
    set(doc, Map.of(OutputField.STATUS, status.format()));
  }

  /** Keeps all label fields of the indexed document except its status. */
  void keep(SolrInputDocument doc, LabellingStatus status) {
    fields.values().forEach(doc::removeField);
    // removes no value, but keeps the update atomic, whatever else it contains: any other update
    // would replace the whole document
    doc.setField(fields.get(OutputField.CONCEPTS), Map.of("remove", List.of()));
    updateStatus(doc, status);
  }

  private static Map<OutputField, Object> derived(
      Model thesaurus, List<AssignedLabel> suggested, Corrections corrections) {
    Map<OutputField, Object> values =
        new EnumMap<>(LabelFields.of(thesaurus, corrections.labels(suggested)));
    LabelFields.put(values, OutputField.CONFIRMED, List.copyOf(corrections.confirmed()));
    LabelFields.put(values, OutputField.REJECTED, List.copyOf(corrections.rejected()));
    values.put(OutputField.REVIEWED, corrections.reviewed().orElse(null));
    return values;
  }

  private void set(SolrInputDocument doc, Map<OutputField, Object> values) {
    values.forEach(
        (output, value) -> {
          String field = fields.get(output);
          if (field != null) {
            doc.setField(field, Collections.singletonMap("set", value));
          }
        });
  }
}
