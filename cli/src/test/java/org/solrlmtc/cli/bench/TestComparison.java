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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.report.Table;

class TestComparison {
  /** Time passes only where a test says so. */
  private final AtomicLong clock = new AtomicLong();

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
    Subject base = new Subject("base", 1, List.of(1), call -> pass(millis.remove()), () -> {});
    Subject subject = new Subject("s", 1, List.of(1), call -> pass(200), () -> {});
    Table table = compare(List.of(subject, base), List.of("base"), Duration.ZERO, what -> {});
    assertEquals("1.00", table.rows().get(0).get(2));
    assertEquals("3.00", table.rows().get(1).get(4), "the drift of the base itself");
  }

  @Test
  void theFasterCandidateIsTheBase() {
    Subject slow = new Subject("slow", 1, List.of(1), call -> pass(100), () -> {});
    Subject fast = new Subject("fast", 1, List.of(1), call -> pass(10), () -> {});
    Table table = compare(List.of(slow, fast), List.of("slow", "fast"), Duration.ZERO, what -> {});
    assertTrue(table.note().contains("to 'fast'"), table.note());
    assertEquals("0.10", table.rows().get(0).get(2));
  }

  /** Measures one round by the clock of this test. */
  private Table compare(
      List<Subject> subjects, List<String> bases, Duration warmUp, Consumer<String> progress) {
    return new Comparison(subjects, bases, warmUp, 1, clock::get).run("t", progress);
  }

  /** Lets time pass. */
  private void pass(int millis) {
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void warmingUpGoesOnUntilItsTimeIsOver() {
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger warmRuns = new AtomicInteger();
    Subject subject =
        new Subject(
            "a",
            1,
            List.of(1),
            call -> {
              runs.incrementAndGet();
              pass(20);
            },
            () -> {});
    compare(
        List.of(subject),
        List.of("a"),
        Duration.ofMillis(50),
        what -> {
          if (what.startsWith("a, about")) {
            warmRuns.set(runs.get());
          }
        });
    assertEquals(3, warmRuns.get());
    assertEquals(4, runs.get());
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
    assertEquals(100, subject.run(clock::get).callNanos().length);
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
    assertEquals(
        "refused", assertThrows(UserError.class, () -> failing.run(clock::get)).getMessage());
  }

  @Test
  void quantilesAreValuesThatOccurred() {
    double[] values = {4, 1, 3, 2};
    assertEquals(2, Comparison.quantile(values, 0.5));
    assertEquals(4, Comparison.quantile(values, 0.99));
    assertEquals(7, Comparison.quantile(new double[] {7}, 0.5));
  }
}
