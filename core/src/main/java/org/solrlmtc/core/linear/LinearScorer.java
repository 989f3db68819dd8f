package org.solrlmtc.core.linear;

import java.util.Arrays;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/** One-vs-rest: the margin of a label is its bias plus the weights of the act's n-grams. */
public final class LinearScorer extends NgramScorer<LinearScorer.LinearRoom> {
  private final WeightIndex weights;

  LinearScorer(
      LabelSet labels, TextVectorizer vectorizer, WeightIndex weights, Calibration calibration) {
    super(labels, vectorizer, calibration);
    this.weights = weights;
  }

  @Override
  LinearRoom newRoom(ActVector vector) {
    return new LinearRoom(vector, weights);
  }

  @Override
  void findMargins(LinearRoom room) {
    weights.begin(room.margins);
    for (int i = 0; i < room.vector.size(); i++) {
      weights.add(room.vector.feature(i), room.vector.value(i), room.margins, room.buffer);
    }
    room.size = weights.columns();
  }

  @Override
  void findShares(LinearRoom room, int label, float[] shares) {
    int column = 0;
    while (column < weights.columns() && weights.label(column) != label) {
      column++;
    }
    if (column == weights.columns()) {
      return;
    }
    for (int i = 0; i < room.vector.size(); i++) {
      int feature = room.vector.feature(i);
      Arrays.fill(room.margins, 0);
      weights.add(feature, room.vector.value(i), room.margins, room.buffer);
      shares[feature] = room.margins[column];
    }
  }

  static final class LinearRoom extends NgramScorer.Room {
    final byte[] buffer;

    LinearRoom(ActVector vector, WeightIndex weights) {
      super(vector);
      labels = weights.labels();
      margins = new float[weights.columns()];
      buffer = weights.newBuffer();
    }
  }
}
