package org.solrlmtc.cli.evaluate.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestPublishedResults {

  @Test
  void everyPublishedRowIsComplete() {
    List<List<String>> rows = PublishedResults.splits();
    assertEquals(4, rows.size());
    assertTrue(rows.get(0).get(0).endsWith("(published)"));
    assertEquals(10, PublishedResults.curves().rPrecision().size());
    assertEquals(0.795, PublishedResults.curves().rPrecision().get(4));
  }
}
