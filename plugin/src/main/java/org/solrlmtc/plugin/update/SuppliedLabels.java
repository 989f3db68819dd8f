package org.solrlmtc.plugin.update;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.apache.solr.common.SolrInputField;

/** Tells labels that a document brings itself. */
final class SuppliedLabels {
  private SuppliedLabels() {}

  /** Whether a concept field, plain or as an atomic operation, holds any label. */
  static boolean areIn(SolrInputField concepts) {
    if (concepts == null) {
      return false;
    }
    Object value = concepts.getValue();
    if (value instanceof Map<?, ?> operations) {
      return operations.entrySet().stream()
          .anyMatch(operation -> !operation.getKey().equals("set") || holds(operation.getValue()));
    }
    return holds(value);
  }

  private static boolean holds(Object value) {
    return value instanceof Collection<?> values
        ? values.stream().anyMatch(Objects::nonNull)
        : value != null;
  }
}
