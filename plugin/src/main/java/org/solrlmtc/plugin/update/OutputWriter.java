package org.solrlmtc.plugin.update;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.core.label.LabellingStatus;

/** Writes the output fields of a document, as plain values or as part of an atomic update. */
final class OutputWriter {
  private final Map<OutputField, String> fields;

  /**
   * @param fields by output; a disabled output is not in the map
   */
  OutputWriter(Map<OutputField, String> fields) {
    this.fields = fields;
  }

  /** Replaces all values that the document has in the output fields. */
  void write(SolrInputDocument doc, Labelling labelling) {
    fields.keySet().forEach(output -> put(doc, output, labelling.value(output)));
  }

  void writeStatus(SolrInputDocument doc, LabellingStatus status) {
    put(doc, OutputField.STATUS, status.format());
  }

  /** Adds the outputs to an atomic update. */
  void update(SolrInputDocument doc, Labelling labelling) {
    fields.keySet().forEach(output -> put(doc, output, setTo(labelling.value(output))));
  }

  /** Keeps all outputs of the indexed document except its status. */
  void keep(SolrInputDocument doc, LabellingStatus status) {
    fields.values().forEach(doc::removeField);
    // removes no value, but keeps the update atomic, whatever else it contains: any other update
    // would replace the whole document
    doc.setField(fields.get(OutputField.CONCEPTS), Map.of("remove", List.of()));
    put(doc, OutputField.STATUS, setTo(status.format()));
  }

  /** Marks labels as supplied, and removes the model's other outputs, which no longer match. */
  void markSupplied(SolrInputDocument doc) {
    fields.forEach(
        (output, field) -> {
          if (!doc.containsKey(field)) {
            doc.setField(
                field,
                setTo(output == OutputField.STATUS ? LabellingStatus.SUPPLIED.format() : null));
          }
        });
  }

  /** The atomic operation that replaces the values of a field; null removes them. */
  private static Map<String, Object> setTo(Object value) {
    return Collections.singletonMap("set", value);
  }

  private void put(SolrInputDocument doc, OutputField output, Object value) {
    String field = fields.get(output);
    if (field == null) {
      return;
    }
    if (value == null) {
      doc.removeField(field);
    } else {
      doc.setField(field, value);
    }
  }
}
