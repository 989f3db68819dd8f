package org.solrlmtc.core.score;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The labels of a model in their fixed order: scores are arrays in this order, and ties between
 * scores are broken by it. Every bundle has it.
 */
public final class LabelSet {
  private final List<String> ids;
  private final int[] trainingActs;
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * @param ids concept ids, in label order
   * @param trainingActs number of training acts that have each label; it decides the label's group
   * @throws IllegalArgumentException when an id repeats or the lengths differ
   */
  public LabelSet(List<String> ids, int[] trainingActs) {
    if (ids.size() != trainingActs.length) {
      throw new IllegalArgumentException(
          ids.size() + " labels, but " + trainingActs.length + " training counts");
    }
    this.ids = List.copyOf(ids);
    this.trainingActs = trainingActs.clone();
    for (int index = 0; index < ids.size(); index++) {
      if (indexes.put(ids.get(index), index) != null) {
        throw new IllegalArgumentException("the label " + ids.get(index) + " appears twice");
      }
    }
  }

  public int size() {
    return ids.size();
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
        && Arrays.equals(trainingActs, set.trainingActs);
  }

  @Override
  public int hashCode() {
    return ids.hashCode();
  }
}
