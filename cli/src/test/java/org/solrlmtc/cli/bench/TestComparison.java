package org.solrlmtc.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.solrlmtc.cli.UserError;
import org.solrlmtc.cli.report.Table;

class TestComparison {

  @Test
  void whatAllAreHeldAgainstIsMeasuredBetweenAnyTwo() {
    List<String> done = Collections.synchronizedList(new ArrayList<>());
    List<Subject> subjects =
        List.of(
            new Subject("a", 1, List.of(1), call -> done.add("a"), () -> done.add("end of a")),
            new Subject("b", 1, List.of(1), call -> done.add("b"), () -> {}),
            new Subject("c", 1, List.of(1), call -> done.add("c"), () -> {}));
    List<String> heard = new ArrayList<>();
    Table table = new Comparison(subjects, List.of("b"), Duration.ZERO, 2).run("t", heard::add);
    assertEquals(
        "a, end of a, b, c, b, a, end of a, b, c, b, a, end of a, b, c, b",
        String.join(", ", done));
    assertEquals(List.of("a", "b", "c"), table.rows().stream().map(row -> row.get(0)).toList());
    assertEquals("1.00", table.rows().get(1).get(2));
    assertTrue(heard.get(0).equals("a, warming up"), heard.toString());
    assertTrue(heard.get(4).matches("a, round 1, about \\d+ s left"), heard.toString());
  }

  @Test
  void theSpeedBetweenTwoRunsIsThatOfBoth() {
    assertEquals(10, Comparison.meanSpeed(100, 10, 10));
    assertEquals(8, Comparison.meanSpeed(100, 10, 15));
  }

  /** Against the run before it alone it would have half of that speed, against the other three. */
  @Test
  void aRatioIsToTheRunsBeforeAndAfter() {
    Queue<Integer> millis = new ConcurrentLinkedQueue<>(List.of(100, 100, 300));
    Subject base = new Subject("base", 1, List.of(1), call -> sleep(millis.remove()), () -> {});
    Subject subject = new Subject("s", 1, List.of(1), call -> sleep(200), () -> {});
    Table table =
        new Comparison(List.of(subject, base), List.of("base"), Duration.ZERO, 1)
            .run("t", what -> {});
    assertEquals(1, Double.parseDouble(table.rows().get(0).get(2)), 0.3);
    assertTrue(Double.parseDouble(table.rows().get(1).get(4)) > 2, "the drift of the base itself");
  }

  @Test
  void theFasterCandidateIsTheBase() {
    Subject slow = new Subject("slow", 1, List.of(1), call -> sleep(100), () -> {});
    Subject fast = new Subject("fast", 1, List.of(1), call -> sleep(1), () -> {});
    Table table =
        new Comparison(List.of(slow, fast), List.of("slow", "fast"), Duration.ZERO, 1)
            .run("t", what -> {});
    assertTrue(table.note().contains("to 'fast'"), table.note());
    assertTrue(Double.parseDouble(table.rows().get(0).get(2)) < 0.5, table.rows().toString());
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void warmingUpGoesOnUntilItsTimeIsOver() {
    Duration warmUp = Duration.ofMillis(50);
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger warmRuns = new AtomicInteger();
    long began = System.nanoTime();
    Subject subject = new Subject("a", 1, List.of(1), call -> runs.incrementAndGet(), () -> {});
    new Comparison(List.of(subject), List.of("a"), warmUp, 1)
        .run(
            "t",
            what -> {
              if (what.startsWith("a, about")) {
                warmRuns.set(runs.get());
                assertTrue(System.nanoTime() - began >= warmUp.toNanos());
              }
            });
    assertTrue(warmRuns.get() > 1, "only " + warmRuns);
    assertEquals(warmRuns.get() + 1, runs.get());
  }

  @Test
  void threadsShareTheCallsAndNoneIsMadeTwice() {
    AtomicInteger calls = new AtomicInteger();
    ConcurrentHashMap<Integer, Boolean> made = new ConcurrentHashMap<>();
    Subject subject =
        new Subject(
            "s",
            3,
            Collections.nCopies(100, 2),
            call -> {
              made.put(call, true);
              calls.incrementAndGet();
            },
            () -> {});
    assertEquals(100, subject.run().callNanos().length);
    assertEquals(100, calls.get());
    assertEquals(100, made.size());
    assertEquals(200, subject.acts());
  }

  @Test
  void aFailureEndsTheMeasurement() {
    Subject failing =
        new Subject(
            "s",
            2,
            List.of(1),
            call -> {
              throw new UserError("refused");
            },
            () -> {});
    assertEquals("refused", assertThrows(UserError.class, failing::run).getMessage());
  }

  @Test
  void quantilesAreValuesThatOccurred() {
    double[] values = {4, 1, 3, 2};
    assertEquals(2, Comparison.quantile(values, 0.5));
    assertEquals(4, Comparison.quantile(values, 0.99));
    assertEquals(7, Comparison.quantile(new double[] {7}, 0.5));
  }
}
