package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The training examples as feature vectors, and the rows of each label.
 *
 * @param rows features are numbered as in the vocabulary, the most frequent first
 * @param rowsOfLabel the rows of every label, ascending
 */
record FeatureMatrix(NgramVocabulary vocabulary, SparseRows rows, int[][] rowsOfLabel) {

  /** The memory for a matrix with this number of values. */
  static long bytes(long entries) {
    return entries * (Integer.BYTES + Float.BYTES);
  }

  /**
   * A row of the matrix.
   *
   * @param weight how much it counts in training
   */
  record Row(int[] features, float[] values, int[] labels, float weight) {}

  /** Collects rows. */
  static final class Builder {
    private int[] features;
    private float[] values;
    private final int[][] rowsOfLabel;
    private final int[] labelSizes;
    private int[] starts = new int[1024];
    private float[] weights = new float[1024];
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
      // n-grams that were dropped while counting have more values than were counted
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
      weights[rows] = row.weight;
      rows++;
      if (rows == starts.length) {
        starts = Arrays.copyOf(starts, rows * 2);
        weights = Arrays.copyOf(weights, rows * 2);
      }
      starts[rows] = start + row.features.length;
    }

    FeatureMatrix build(NgramVocabulary vocabulary, int acts) {
      for (int label = 0; label < rowsOfLabel.length; label++) {
        rowsOfLabel[label] = Arrays.copyOf(rowsOfLabel[label], labelSizes[label]);
      }
      return new FeatureMatrix(
          vocabulary,
          new SparseRows(
              vocabulary.size(),
              acts,
              Arrays.copyOf(starts, rows + 1),
              features,
              values,
              Arrays.copyOf(weights, rows)),
          rowsOfLabel);
    }
  }

  /** Two matrices of the same data have the same fingerprint. */
  int fingerprint() {
    return Arrays.hashCode(
        new int[] {
          vocabulary.hashCode(),
          Arrays.hashCode(rows.starts()),
          Arrays.hashCode(rows.features()),
          Arrays.hashCode(rows.values()),
          Arrays.hashCode(rows.weights()),
          Arrays.deepHashCode(rowsOfLabel)
        });
  }

  /** The size, for the log. */
  String describe() {
    return rows.acts()
        + " acts, "
        + vocabulary.size()
        + " features, "
        + rows.starts()[rows.size()]
        + " values";
  }

  /**
   * All labels that have rows: those with many rows first, so that long work starts early.
   *
   * @throws TrainingException when no act has any of them
   */
  List<Integer> trainedLabels(LabelSet known) {
    List<Integer> labels =
        IntStream.range(0, rowsOfLabel.length)
            .filter(label -> rowsOfLabel[label].length > 0)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer label) -> -rowsOfLabel[label].length)
                    .thenComparing(label -> label))
            .toList();
    if (labels.stream().allMatch(label -> known.trainingActs(label) == 0)) {
      throw new TrainingException(
          "no training act has a label of the thesaurus: there is nothing to train");
    }
    return labels;
  }
}
