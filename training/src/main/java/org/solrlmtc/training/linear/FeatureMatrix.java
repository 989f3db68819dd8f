package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.solrlmtc.core.text.Vocabulary;

/**
 * What is learnt from, as rows of features, and which rows carry each label. The training acts come
 * first; rows that stand for no act, such as a label's names, follow. Rows name their features in
 * rising order, the most frequent first.
 *
 * @param acts how many rows are acts
 * @param starts where each row begins, and at the end where the last one stops
 * @param rowsOfLabel the rows of every label, rising
 */
record FeatureMatrix(
    Vocabulary vocabulary,
    int acts,
    int[] starts,
    int[] features,
    float[] values,
    int[][] rowsOfLabel) {

  int rows() {
    return starts.length - 1;
  }

  /** What a matrix with so many values takes. */
  static long bytes(long entries) {
    return entries * (Integer.BYTES + Float.BYTES);
  }

  /** A row of the matrix and its labels. */
  record Row(int[] features, float[] values, int[] labels) {}

  /** Puts rows together. */
  static final class Builder {
    private int[] features;
    private float[] values;
    private final int[][] rowsOfLabel;
    private final int[] labelSizes;
    private int[] starts = new int[1024];
    private int rows;

    Builder(int entries, int labels) {
      features = new int[entries];
      values = new float[entries];
      rowsOfLabel = new int[labels][];
      Arrays.setAll(rowsOfLabel, label -> new int[4]);
      labelSizes = new int[labels];
    }

    void add(Row row) {
      int start = starts[rows];
      // n-grams forgotten while counting make more values than were counted
      if (row.features.length > features.length - start) {
        int room = Math.addExact(start + row.features.length, features.length / 8);
        features = Arrays.copyOf(features, room);
        values = Arrays.copyOf(values, room);
      }
      System.arraycopy(row.features, 0, features, start, row.features.length);
      System.arraycopy(row.values, 0, values, start, row.values.length);
      for (int label : row.labels) {
        if (labelSizes[label] == rowsOfLabel[label].length) {
          rowsOfLabel[label] = Arrays.copyOf(rowsOfLabel[label], labelSizes[label] * 2);
        }
        rowsOfLabel[label][labelSizes[label]++] = rows;
      }
      rows++;
      if (rows == starts.length) {
        starts = Arrays.copyOf(starts, rows * 2);
      }
      starts[rows] = start + row.features.length;
    }

    FeatureMatrix build(Vocabulary vocabulary, int acts) {
      for (int label = 0; label < rowsOfLabel.length; label++) {
        rowsOfLabel[label] = Arrays.copyOf(rowsOfLabel[label], labelSizes[label]);
      }
      return new FeatureMatrix(
          vocabulary, acts, Arrays.copyOf(starts, rows + 1), features, values, rowsOfLabel);
    }
  }

  /** Two matrices of the same data have the same fingerprint. */
  int fingerprint() {
    return Arrays.hashCode(
        new int[] {
          vocabulary.hashCode(),
          Arrays.hashCode(starts),
          Arrays.hashCode(features),
          Arrays.hashCode(values),
          Arrays.deepHashCode(rowsOfLabel)
        });
  }

  /** All labels that have rows: those with many first, so that long work begins early. */
  List<Integer> trainedLabels() {
    return IntStream.range(0, rowsOfLabel.length)
        .filter(label -> rowsOfLabel[label].length > 0)
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer label) -> -rowsOfLabel[label].length)
                .thenComparing(label -> label))
        .toList();
  }
}
