package org.solrlmtc.plugin.evaluate;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Some fields of a document of the index. */
record StoredDocument(String id, Map<String, List<Object>> values) {

  /** The field's values in the order they were indexed in; empty when there are none. */
  Collection<Object> values(String field) {
    return values.getOrDefault(field, List.of());
  }

  List<String> texts(String field) {
    return values(field).stream().map(Object::toString).toList();
  }
}
