package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * One-vs-rest linear classifiers: the margin of a label is its bias plus the weighted sum of the
 * act's n-grams.
 */
public final class LinearScorer extends NgramScorer<LinearScorer.LinearWorkspace> {
  /** The column of a label without weights. */
  private static final int UNTRAINED = -1;

  private final WeightIndex weights;

  /** The columns of the labels that the model was trained with; those of added labels follow. */
  private final int trainedColumns;

  /** The column of every label. */
  private final int[] columnOf;

  LinearScorer(
      LabelSet labels, TextVectorizer vectorizer, WeightIndex weights, Calibration calibration) {
    super(labels, vectorizer, calibration);
    this.weights = weights;
    this.trainedColumns = weights.columnsBelow(labels.trainedSize());
    this.columnOf = new int[labels.size()];
    Arrays.fill(columnOf, UNTRAINED);
    for (int column = 0; column < weights.columns(); column++) {
      columnOf[weights.label(column)] = column;
    }
  }

  @Override
  LinearWorkspace newWorkspace(ActVector vector) {
    return new LinearWorkspace(vector, weights);
  }

  @Override
  void computeStrengths(LinearWorkspace workspace) {
    weights.begin(workspace.strengths);
    for (int i = 0; i < workspace.vector.size(); i++) {
      weights.add(
          workspace.vector.feature(i),
          workspace.vector.value(i),
          workspace.strengths,
          workspace.buffer);
    }
    workspace.size = trainedColumns;
    workspace.added = weights.columns() - trainedColumns;
  }

  @Override
  float margin(float strength) {
    return strength;
  }

  @Override
  float[][] contributions(int[] wanted, LinearWorkspace workspace) {
    int[] columns = IntStream.of(wanted).map(label -> columnOf[label]).toArray();
    float[][] contributions = new float[wanted.length][workspace.vector.size()];
    for (int i = 0; i < workspace.vector.size(); i++) {
      // only these sums are read: the others need not be cleared
      for (int column : columns) {
        if (column != UNTRAINED) {
          workspace.strengths[column] = 0;
        }
      }
      weights.add(
          workspace.vector.feature(i),
          workspace.vector.value(i),
          workspace.strengths,
          workspace.buffer);
      for (int label = 0; label < columns.length; label++) {
        if (columns[label] != UNTRAINED) {
          contributions[label][i] = workspace.strengths[columns[label]];
        }
      }
    }
    return contributions;
  }

  static final class LinearWorkspace extends NgramScorer.Workspace {
    final byte[] buffer;

    LinearWorkspace(ActVector vector, WeightIndex weights) {
      super(vector);
      labels = weights.labels();
      strengths = new float[weights.columns()];
      buffer = weights.newBuffer();
    }
  }
}
