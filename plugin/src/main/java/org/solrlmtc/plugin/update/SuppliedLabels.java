package org.solrlmtc.plugin.update;

import java.util.Collection;
import java.util.Map;
import org.apache.solr.common.SolrInputField;

/** Detects supplied labels: those that a client put into the concept field. */
final class SuppliedLabels {
  private SuppliedLabels() {}

  /** Whether a concept field has a label, as a plain value or in an atomic operation. */
  static boolean areIn(SolrInputField concepts) {
    if (concepts == null) {
      return false;
    }
    Object value = concepts.getValue();
    if (value instanceof Map<?, ?> operations) {
      return operations.entrySet().stream()
          .anyMatch(
              operation -> !operation.getKey().equals("set") || hasLabel(operation.getValue()));
    }
    return hasLabel(value);
  }

  private static boolean hasLabel(Object value) {
    return value instanceof Collection<?> values
        ? values.stream().anyMatch(SuppliedLabels::isLabel)
        : isLabel(value);
  }

  private static boolean isLabel(Object value) {
    return value != null && !value.toString().isBlank();
  }

  /** Whether atomic operations add or remove no label, such as {@code {"add": null}}. */
  static boolean areUnchangedBy(SolrInputField concepts) {
    return concepts.getValue() instanceof Map<?, ?> operations
        && operations.entrySet().stream()
            .noneMatch(
                operation -> operation.getKey().equals("set") || hasLabel(operation.getValue()));
  }
}
