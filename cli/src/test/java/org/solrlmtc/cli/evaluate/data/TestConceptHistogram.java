package org.solrlmtc.cli.evaluate.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TestConceptHistogram {
  @Test
  void binsDoubleInWidthAndCoverAllLabels() {
    assertEquals("0:1 1:2 2-3:2 4-7:1 8-15:0 16-31:1", histogram(0, 1, 1, 2, 3, 7, 16));
  }

  @Test
  void binsBeginWithTheRarestLabel() {
    assertEquals("4-7:1", histogram(5));
  }

  @Test
  void withoutLabelsThereAreNoBins() {
    assertEquals("", histogram());
  }

  private static String histogram(Integer... acts) {
    return ConceptHistogram.of(List.of(acts)).stream()
        .map(bin -> bin.name() + ":" + bin.labels())
        .collect(Collectors.joining(" "));
  }
}
