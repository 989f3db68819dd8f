package org.solrlmtc.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestSoakReport {
  private static final double UNKNOWN = Double.NaN;

  /** Eight samples whose heap is 10, 20, ... MB. */
  private static SoakResult result(double rssMb, Optional<Set<String>> missing) {
    List<Sample> samples =
        IntStream.rangeClosed(1, 8)
            .mapToObj(
                i ->
                    new Sample(
                        i * 30, 5, UNKNOWN, 7, 8, 10 * i, rssMb, rssMb, rssMb / 2, rssMb / 4, 4, 3,
                        1, 100L * i, 0, 1, 2))
            .toList();
    return new SoakResult(samples, 800, 80, missing, List.of(), 60, 3, 4, 1, 2, 1, Optional.of(1));
  }

  private static String row(String text, String name) {
    return text.lines()
        .map(String::strip)
        .filter(line -> line.startsWith(name))
        .findFirst()
        .orElse("");
  }

  @Test
  void theLastQuarterIsComparedWithTheFirst() {
    SoakResult result = result(500, Optional.of(Set.of()));
    String text = new SoakReport("all", result).toText();
    assertTrue(row(text, "heap MB").matches("heap MB +10\\.0 +70\\.0 +7\\.000"), text);
    assertTrue(row(text, "RSS MB").endsWith("1.000"), text);
    assertTrue(row(text, "native MB").matches("native MB +250\\.0 +250\\.0 +1\\.000"), text);
    assertTrue(row(text, "mapped MB").matches("mapped MB +125\\.0 +125\\.0 +1\\.000"), text);
    assertTrue(text.contains("60 texts classified, 3 evaluations, 4 commits\n"), text);
    assertTrue(text.contains("8 samples in 4.0 minutes"), text);
    assertTrue(text.contains("no failures"), text);
    assertTrue(result.isComplete());
  }

  @Test
  void figuresThatAreNotAvailableAreListed() {
    SoakReport report = new SoakReport("all", result(UNKNOWN, Optional.of(Set.of())));
    assertEquals("", row(report.toText(), "RSS MB"), report.toText());
    assertTrue(
        report
            .toText()
            .replaceAll("\\s+", " ")
            .contains(
                "Not available on this machine: RSS MB, anonymous MB, native MB, mapped MB, p50"
                    + " ms."),
        report.toText());
    assertEquals(9, report.toTsv().lines().count());
    assertTrue(report.toTsv().contains("\n30.00\t10.00\t\t\t\t\t4.00\t"), report.toTsv());
    assertTrue(report.plot().png().length > 1000);
  }

  @Test
  void missingDocumentsAreNamed() {
    SoakResult result = result(500, Optional.of(Set.of("a1")));
    assertFalse(result.isComplete());
    String text = new SoakReport("all", result).toText();
    assertTrue(text.contains("the index LACKS the last acknowledged version of 1: a1"), text);
  }

  @Test
  void aServerThatHasDiedIsNoSuccess() {
    SoakResult result = result(500, Optional.empty());
    assertFalse(result.isComplete());
    assertTrue(new SoakReport("all", result).toText().contains("Solr had died at the end"));
  }
}
