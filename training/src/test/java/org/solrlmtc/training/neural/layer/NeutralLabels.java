package org.solrlmtc.training.neural.layer;

import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/** Labels for heads without training data. */
public final class NeutralLabels {
  private static final int DIMENSION = 14;

  private NeutralLabels() {}

  /** Labels with an initial bias of 0, named by words that have random vectors. */
  public static HeadContext context(Torch torch, int labels) {
    return new HeadContext(
        torch,
        IntStream.range(0, labels).mapToObj(i -> "c" + i).toList(),
        TinyThesaurus.of(
            IntStream.range(0, labels)
                .mapToObj(i -> TinyThesaurus.concept("c" + i, TinyData.word(i)))
                .toList()),
        new float[labels],
        text -> new double[0][],
        texts -> new Matrix(texts.size(), 0, new float[0]),
        Optional.of(
            new WordVectors(
                IntStream.range(0, labels).mapToObj(TinyData::word).toList(), random(labels))),
        true);
  }

  private static Matrix random(int rows) {
    Random random = new Random(5);
    float[] values = new float[rows * DIMENSION];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return new Matrix(rows, DIMENSION, values);
  }
}
