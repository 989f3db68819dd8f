package org.solrlmtc.cli.evaluate.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The number of labels by number of acts that have them, in bins that double in width. */
public final class ConceptHistogram {

  /**
   * @param from lowest number of acts
   * @param to highest number of acts
   * @param labels number of labels with this number of acts
   */
  public record Bin(int from, int to, long labels) {
    /** The bin's bounds: {@code 4-7}. */
    public String name() {
      return from == to ? Integer.toString(from) : from + "-" + to;
    }
  }

  private ConceptHistogram() {}

  /**
   * @param actsPerLabel number of acts of each label
   * @return bins without gaps from the rarest to the most frequent label: 0, 1, 2-3, 4-7, ...;
   *     empty without labels
   */
  public static List<Bin> of(Collection<Integer> actsPerLabel) {
    List<Bin> bins = new ArrayList<>();
    int max = actsPerLabel.stream().mapToInt(Integer::intValue).max().orElse(-1);
    int min = actsPerLabel.stream().mapToInt(Integer::intValue).min().orElse(0);
    for (int from = 0, to = 0; from <= max; from = to + 1, to = 2 * from - 1) {
      if (to >= min) {
        int low = from;
        int high = to;
        bins.add(
            new Bin(
                low,
                high,
                actsPerLabel.stream().filter(acts -> acts >= low && acts <= high).count()));
      }
    }
    return bins;
  }
}
