package org.solrlmtc.plugin.evaluate;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A document of the index with some of its fields. */
record StoredDocument(String id, Map<String, List<Object>> values) {

  /** The values of a field in their indexed order; empty when there are none. */
  Collection<Object> values(String field) {
    return values.getOrDefault(field, List.of());
  }

  /** The number of characters of all its texts. */
  long chars() {
    return values.values().stream()
        .flatMap(Collection::stream)
        .mapToLong(value -> value instanceof String text ? text.length() : 0)
        .sum();
  }

  List<String> texts(String field) {
    return values(field).stream().map(Object::toString).toList();
  }
}
