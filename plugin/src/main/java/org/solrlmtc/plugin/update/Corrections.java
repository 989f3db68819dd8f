package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What people decided about the labels of a document.
 *
 * @param confirmed labels that a person accepted or added
 * @param rejected labels that a person removed
 * @param reviewed when the document was reviewed completely: its labels are the confirmed ones
 */
record Corrections(Set<String> confirmed, Set<String> rejected, Optional<Object> reviewed) {

  /** Confirms these labels and no others. */
  Corrections replace(Set<String> labels, Object reviewedNow) {
    return new Corrections(labels, difference(rejected, labels), Optional.of(reviewedNow));
  }

  /** Confirms labels. They are no longer rejected. */
  Corrections confirm(Collection<String> labels) {
    return new Corrections(union(confirmed, labels), difference(rejected, labels), reviewed);
  }

  /** Rejects labels. They are no longer confirmed. */
  Corrections reject(Collection<String> labels) {
    return new Corrections(difference(confirmed, labels), union(rejected, labels), reviewed);
  }

  /**
   * The labels of the document, best first.
   *
   * @param suggested the labels of the model, best first
   */
  List<AssignedLabel> labels(List<AssignedLabel> suggested) {
    List<AssignedLabel> labels = new ArrayList<>();
    confirmed.forEach(id -> labels.add(AssignedLabel.confirmed(id)));
    if (reviewed.isEmpty()) {
      suggested.stream()
          .filter(label -> !confirmed.contains(label.id()) && !rejected.contains(label.id()))
          .forEach(labels::add);
    }
    return labels;
  }

  /** Labels that are confirmed or rejected here, but were neither before. */
  Set<String> newSince(Corrections before) {
    Set<String> labels = union(confirmed, rejected);
    labels.removeAll(before.confirmed);
    labels.removeAll(before.rejected);
    return labels;
  }

  static Set<String> union(Set<String> labels, Collection<String> others) {
    Set<String> union = new LinkedHashSet<>(labels);
    union.addAll(others);
    return union;
  }

  static Set<String> difference(Set<String> labels, Collection<String> others) {
    Set<String> difference = new LinkedHashSet<>(labels);
    difference.removeAll(others);
    return difference;
  }
}
