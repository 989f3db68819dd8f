package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestMeasure {

  @Test
  void everyMeasureIsReadBackFromItsName() {
    for (EvaluationGroup group : EvaluationGroup.values()) {
      for (Measure.Kind kind : Measure.Kind.values()) {
        Measure measure = new Measure(group, kind, kind.isAtK() ? 7 : 0);
        assertEquals(measure, Measure.parse(measure.toString()));
      }
    }
    assertEquals("few:RP@5", Measure.parse("few:RP@5").toString());
    assertEquals("micro-F1", Measure.parse("all:micro-F1").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rare:RP@5  | unknown label group 'rare'
          RP@five    | 'five' is not a number K in measure 'RP@five'
          RP@        | '' is not a number K in measure 'RP@'
          RP         | unknown measure 'RP': use one of P@K,
          micro-F1@5 | unknown measure 'micro-F1@5'
          RP@0       | K must be between 1 and 1000, not 0
          """)
  void mistakesAreNamed(String text, String message) {
    String reported =
        assertThrows(IllegalArgumentException.class, () -> Measure.parse(text)).getMessage();
    assertTrue(reported.startsWith(message), reported);
  }
}
