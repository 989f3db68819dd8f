package org.solrlmtc.core.ranking;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The candidate labels of an act with their features.
 *
 * @param labels indexes of labels
 * @param rows the features of each label, one row after the other
 */
public record Candidates(int[] labels, float[] rows) {
  /** Those of the candidates that are among some labels. */
  Candidates only(BitSet some) {
    int width = labels.length == 0 ? 0 : rows.length / labels.length;
    int[] kept = IntStream.range(0, labels.length).filter(i -> some.get(labels[i])).toArray();
    float[] keptRows = new float[kept.length * width];
    for (int i = 0; i < kept.length; i++) {
      System.arraycopy(rows, kept[i] * width, keptRows, i * width, width);
    }
    return new Candidates(IntStream.of(kept).map(i -> labels[i]).toArray(), keptRows);
  }
}
