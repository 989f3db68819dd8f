package org.solrlmtc.core.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TestLogistic {
  @Test
  void itIsCloseToTheExactOneAndRises() {
    float before = 0;
    for (int i = -20_000; i <= 20_000; i++) {
      float x = i / 1000f;
      float value = Logistic.of(x);
      assertEquals(1 / (1 + Math.exp(-x)), value, 1e-5);
      assertTrue(value >= before, "falls at " + x);
      before = value;
    }
  }

  @Test
  void nothingIsTooLargeOrTooSmall() {
    assertEquals(0, Logistic.of(Float.NEGATIVE_INFINITY));
    assertEquals(1, Logistic.of(Float.POSITIVE_INFINITY));
    assertEquals(0.5f, Logistic.of(0));
  }
}
