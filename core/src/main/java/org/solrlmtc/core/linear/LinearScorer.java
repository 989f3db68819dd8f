package org.solrlmtc.core.linear;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/** One-vs-rest: the margin of a label is its bias plus the weights of the act's n-grams. */
public final class LinearScorer extends NgramScorer<LinearScorer.LinearRoom> {
  /** The column of a label without weights. */
  private static final int UNTRAINED = -1;

  private final WeightIndex weights;

  /** The column of every label. */
  private final int[] columnOf;

  LinearScorer(
      LabelSet labels, TextVectorizer vectorizer, WeightIndex weights, Calibration calibration) {
    super(labels, vectorizer, calibration);
    this.weights = weights;
    this.columnOf = new int[labels.size()];
    Arrays.fill(columnOf, UNTRAINED);
    for (int column = 0; column < weights.columns(); column++) {
      columnOf[weights.label(column)] = column;
    }
  }

  @Override
  LinearRoom newRoom(ActVector vector) {
    return new LinearRoom(vector, weights);
  }

  @Override
  void findStrengths(LinearRoom room) {
    weights.begin(room.strengths);
    for (int i = 0; i < room.vector.size(); i++) {
      weights.add(room.vector.feature(i), room.vector.value(i), room.strengths, room.buffer);
    }
    room.size = weights.columns();
  }

  @Override
  float margin(float strength) {
    return strength;
  }

  @Override
  float[][] shares(int[] wanted, LinearRoom room) {
    int[] columns = IntStream.of(wanted).map(label -> columnOf[label]).toArray();
    float[][] shares = new float[wanted.length][room.vector.size()];
    for (int i = 0; i < room.vector.size(); i++) {
      // only the wanted sums are read: the others need not be cleared
      for (int column : columns) {
        if (column != UNTRAINED) {
          room.strengths[column] = 0;
        }
      }
      weights.add(room.vector.feature(i), room.vector.value(i), room.strengths, room.buffer);
      for (int label = 0; label < columns.length; label++) {
        if (columns[label] != UNTRAINED) {
          shares[label][i] = room.strengths[columns[label]];
        }
      }
    }
    return shares;
  }

  static final class LinearRoom extends NgramScorer.Room {
    final byte[] buffer;

    LinearRoom(ActVector vector, WeightIndex weights) {
      super(vector);
      labels = weights.labels();
      strengths = new float[weights.columns()];
      buffer = weights.newBuffer();
    }
  }
}
