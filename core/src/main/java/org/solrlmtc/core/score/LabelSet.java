package org.solrlmtc.core.score;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The labels of a model in their fixed order: scores are arrays in this order, and ties between
 * scores are broken by it. Every bundle has it.
 */
public final class LabelSet {
  private final List<String> ids;
  private final int[] trainingActs;
  private final List<Set<LabelEdit>> edits;
  private final BitSet newNames = new BitSet();
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * @param ids concept ids, in label order
   * @param trainingActs number of training acts that have each label; it decides the label's group
   * @throws IllegalArgumentException when an id repeats or the lengths differ
   */
  public LabelSet(List<String> ids, int[] trainingActs) {
    this(ids, trainingActs, Collections.nCopies(ids.size(), Set.of()));
  }

  /**
   * Labels of which some were edited after training.
   *
   * @param edits the edits of each label; added labels follow all others
   * @throws IllegalArgumentException when an id repeats, the lengths differ, or an added label
   *     precedes one that is not
   */
  public LabelSet(List<String> ids, int[] trainingActs, List<Set<LabelEdit>> edits) {
    if (ids.size() != trainingActs.length) {
      throw new IllegalArgumentException(
          ids.size() + " labels, but " + trainingActs.length + " training counts");
    }
    this.ids = List.copyOf(ids);
    this.trainingActs = trainingActs.clone();
    this.edits = edits.stream().map(Set::copyOf).toList();
    checkEdits();
    for (int index = 0; index < ids.size(); index++) {
      newNames.set(
          index,
          edits.get(index).contains(LabelEdit.ADDED)
              || edits.get(index).contains(LabelEdit.RENAMED));
      if (indexes.put(ids.get(index), index) != null) {
        throw new IllegalArgumentException("the label " + ids.get(index) + " appears twice");
      }
    }
  }

  private void checkEdits() {
    if (edits.size() != ids.size()) {
      throw new IllegalArgumentException(ids.size() + " labels, but edits of " + edits.size());
    }
    for (int index = trainedSize(); index < ids.size(); index++) {
      if (!edits.get(index).contains(LabelEdit.ADDED)) {
        throw new IllegalArgumentException(
            "the label " + ids.get(index) + " follows labels that were added later");
      }
    }
  }

  public int size() {
    return ids.size();
  }

  /** The number of labels that the model was trained with; they precede the added ones. */
  public int trainedSize() {
    int size = 0;
    while (size < edits.size() && !edits.get(size).contains(LabelEdit.ADDED)) {
      size++;
    }
    return size;
  }

  /** The labels that the model was trained with, as they were then. */
  public LabelSet trained() {
    int size = trainedSize();
    return new LabelSet(ids.subList(0, size), Arrays.copyOf(trainingActs, size));
  }

  /** The edits of a label after training. */
  public Set<LabelEdit> edits(int index) {
    return edits.get(index);
  }

  /** The labels whose scores follow their present names: those added or renamed after training. */
  public BitSet withNewNames() {
    return (BitSet) newNames.clone();
  }

  /** The labels that are still assigned: those that were not removed. */
  public BitSet assigned() {
    BitSet found = new BitSet(size());
    for (int index = 0; index < size(); index++) {
      found.set(index, !edits.get(index).contains(LabelEdit.REMOVED));
    }
    return found;
  }

  public String id(int index) {
    return ids.get(index);
  }

  /** All ids, in label order. */
  public List<String> ids() {
    return ids;
  }

  public OptionalInt indexOf(String id) {
    Integer index = indexes.get(id);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** The indexes of those ids that are labels, without repetitions. */
  public int[] indexesOf(Collection<String> someIds) {
    return someIds.stream()
        .map(this::indexOf)
        .flatMapToInt(OptionalInt::stream)
        .distinct()
        .toArray();
  }

  public int trainingActs(int index) {
    return trainingActs[index];
  }

  public LabelGroup group(int index) {
    return LabelGroup.of(trainingActs[index]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LabelSet set
        && ids.equals(set.ids)
        && Arrays.equals(trainingActs, set.trainingActs)
        && edits.equals(set.edits);
  }

  @Override
  public int hashCode() {
    return ids.hashCode();
  }
}
