package org.solrlmtc.plugin.update;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.core.label.LabellingStatus;

/** Writes outputs into a document, plainly or as part of an atomic update. */
final class OutputWriter {
  private final Map<OutputField, String> fields;

  /**
   * @param fields by output; what is switched off is not in it
   */
  OutputWriter(Map<OutputField, String> fields) {
    this.fields = fields;
  }

  /** Replaces whatever the document brings in the output fields. */
  void write(SolrInputDocument doc, Labelling labelling) {
    fields.keySet().forEach(output -> put(doc, output, labelling.value(output)));
  }

  void writeStatus(SolrInputDocument doc, LabellingStatus status) {
    put(doc, OutputField.STATUS, status.format());
  }

  /** Makes the outputs part of an atomic update. */
  void update(SolrInputDocument doc, Labelling labelling) {
    fields.keySet().forEach(output -> put(doc, output, setTo(labelling.value(output))));
  }

  /** Leaves the document its labels, what stands beside them, and the name of their model. */
  void keep(SolrInputDocument doc, LabellingStatus status) {
    fields.values().forEach(doc::removeField);
    // removes nothing, but keeps the update an atomic one whatever else is in it: any other would
    // replace the whole document
    doc.setField(fields.get(OutputField.CONCEPTS), Map.of("remove", List.of()));
    put(doc, OutputField.STATUS, setTo(status.format()));
  }

  /** The labels are now a person's: what the model wrote beside its own would contradict them. */
  void takeOver(SolrInputDocument doc) {
    fields.forEach(
        (output, field) -> {
          if (!doc.containsKey(field)) {
            doc.setField(
                field,
                setTo(output == OutputField.STATUS ? LabellingStatus.SUPPLIED.format() : null));
          }
        });
  }

  /** The atomic operation that replaces a field's values; null empties it. */
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
