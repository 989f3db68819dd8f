package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.schema.SchemaField;

/**
 * Where gold labels are.
 *
 * @param labels the field of labels
 * @param reviewed the field that marks documents with complete gold labels, possibly none; without
 *     it, these are the documents that have labels
 */
record GoldField(SchemaField labels, Optional<SchemaField> reviewed) {

  /** All fields to read. */
  List<SchemaField> fields() {
    List<SchemaField> fields = new ArrayList<>(List.of(labels));
    reviewed.ifPresent(fields::add);
    return fields;
  }

  /** The field that all documents with gold labels have. */
  SchemaField marker() {
    return reviewed.orElse(labels);
  }

  boolean isIn(StoredDocument document) {
    return !document.values(marker().getName()).isEmpty();
  }

  /** A set: a repeated value counts once. */
  Set<String> of(StoredDocument document) {
    return new LinkedHashSet<>(document.texts(labels.getName()));
  }
}
