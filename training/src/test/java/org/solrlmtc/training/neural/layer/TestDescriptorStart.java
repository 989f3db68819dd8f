package org.solrlmtc.training.neural.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.solrlmtc.training.neural.tensor.Matrix;

class TestDescriptorStart {
  private static double logit(DescriptorStart start, int label, double... state) {
    return start.vectors().dot(label, state) + start.bias()[label];
  }

  @Test
  void aStateThatEqualsADescriptorIsItsLabelAndNoOther() {
    // both have 10 in common
    DescriptorStart start = DescriptorStart.of(new Matrix(2, 2, new float[] {13, 10, 7, 10}));
    assertEquals(4, logit(start, 0, 13, 10), 1e-6);
    assertEquals(-4, logit(start, 1, 13, 10), 1e-6);
    assertEquals(0, logit(start, 0, 10, 10), 1e-6, "what all descriptors share says nothing");
    assertEquals(0, logit(start, 1, 10, 99), 1e-6);
  }

  @Test
  void longAndShortVectorsWeighTheSame() {
    DescriptorStart start =
        DescriptorStart.of(new Matrix(4, 2, new float[] {3, 0, -3, 0, 0, 1, 0, -1}));
    double length = Math.hypot(start.vectors().at(0, 0), start.vectors().at(0, 1));
    assertEquals(length, Math.hypot(start.vectors().at(2, 0), start.vectors().at(2, 1)), 1e-6);
    assertEquals(4 / 2.0, length, 1e-6, "the mean length is 2");
  }

  @Test
  void aDescriptorWithoutDirectionStartsFromZero() {
    DescriptorStart start = DescriptorStart.of(new Matrix(3, 2, new float[] {1, 1, -1, -1, 0, 0}));
    assertArrayEquals(new double[] {0, 0}, start.vectors().row(2));
    assertEquals(0, start.bias()[2]);
    assertArrayEquals(
        new double[] {0, 0},
        DescriptorStart.of(new Matrix(1, 2, new float[] {5, 5})).vectors().row(0));
  }
}
