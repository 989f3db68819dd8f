package org.solrlmtc.plugin.update;

/**
 * A label of a document.
 *
 * @param score the model's score, or 1 for a label that a person confirmed
 */
record AssignedLabel(String id, float score) {
  static AssignedLabel confirmed(String id) {
    return new AssignedLabel(id, 1);
  }
}
