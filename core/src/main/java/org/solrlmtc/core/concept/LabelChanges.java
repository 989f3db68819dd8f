package org.solrlmtc.core.concept;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelEdit;
import org.solrlmtc.core.score.LabelSet;

/**
 * Labels to change, by id.
 *
 * @param add concepts that become labels; labels that were removed come back
 * @param rename labels whose names change
 * @param remove labels that are no longer assigned
 */
record LabelChanges(List<String> add, List<String> rename, List<String> remove) {
  LabelChanges {
    add = List.copyOf(add);
    rename = List.copyOf(rename);
    remove = List.copyOf(remove);
  }

  boolean isEmpty() {
    return add.isEmpty() && rename.isEmpty() && remove.isEmpty();
  }

  /**
   * The labels with these changes.
   *
   * @throws BundleException naming the label that cannot be changed
   */
  LabelSet apply(LabelSet labels) {
    List<String> ids = new ArrayList<>(labels.ids());
    List<Integer> acts = new ArrayList<>();
    List<Set<LabelEdit>> edits = new ArrayList<>();
    for (int label = 0; label < labels.size(); label++) {
      acts.add(labels.trainingActs(label));
      edits.add(copy(labels.edits(label)));
    }
    for (String id : add) {
      int label = ids.indexOf(id);
      if (label < 0) {
        ids.add(id);
        acts.add(0);
        edits.add(EnumSet.of(LabelEdit.ADDED));
      } else if (!edits.get(label).remove(LabelEdit.REMOVED)) {
        throw new BundleException(
            "the concept " + id + " is a label already: rename it, or choose another id");
      }
    }
    rename.forEach(id -> edits.get(indexOf(ids, id, edits)).add(LabelEdit.RENAMED));
    remove.forEach(id -> edits.get(indexOf(ids, id, edits)).add(LabelEdit.REMOVED));
    LabelSet changed =
        new LabelSet(ids, acts.stream().mapToInt(Integer::intValue).toArray(), edits);
    if (changed.assigned().isEmpty()) {
      throw new BundleException("the last label cannot be removed: a model needs one");
    }
    return changed;
  }

  private static Set<LabelEdit> copy(Set<LabelEdit> edits) {
    return edits.isEmpty() ? EnumSet.noneOf(LabelEdit.class) : EnumSet.copyOf(edits);
  }

  private static int indexOf(List<String> ids, String id, List<Set<LabelEdit>> edits) {
    int label = ids.indexOf(id);
    if (label < 0 || edits.get(label).contains(LabelEdit.REMOVED)) {
      throw new BundleException("the concept " + id + " is no label of the model: add it first");
    }
    return label;
  }
}
