package org.solrlmtc.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.solrlmtc.cli.report.Table;

/**
 * Measures subjects in turn, several rounds. What all are held against is measured anew between any
 * two of them, and a ratio is to the mean of the measurements right before and right after: a
 * machine whose speed drifts slows both alike. Of everything the median counts.
 *
 * @param subjects the rows of the table
 * @param candidates names of the subjects of which the one that was fastest in warming up is what
 *     all are held against
 * @param warmUp how long they run before that, in equal shares; each goes through the acts at least
 *     once
 * @param clock nanoseconds since some moment
 */
// two subjects may have equal settings: which one is meant
@SuppressWarnings({"IdentityHashMapUsage", "ReferenceEquality"})
record Comparison(
    List<Subject> subjects,
    List<String> candidates,
    Duration warmUp,
    int rounds,
    LongSupplier clock) {

  Comparison(List<Subject> subjects, List<String> candidates, Duration warmUp, int rounds) {
    this(subjects, candidates, warmUp, rounds, System::nanoTime);
  }

  /**
   * Warms up and measures.
   *
   * @param progress hears what is about to be measured, and how long all will take
   */
  Table run(String title, Consumer<String> progress) {
    Map<Subject, List<Subject.Round>> warm = new IdentityHashMap<>();
    for (Subject subject : subjects) {
      progress.accept(subject.name() + ", warming up");
      warm.put(subject, warmUp(subject));
    }
    Subject base =
        subjects.stream()
            .filter(subject -> candidates.contains(subject.name()))
            .max(Comparator.comparingDouble(subject -> medianSpeed(subject, warm.get(subject))))
            .orElseThrow();
    Measurements measurements = new Measurements(base, expectedSeconds(base, warm), progress);
    for (int number = 1; number <= rounds; number++) {
      for (Subject subject : subjects) {
        if (subject != base) {
          measurements.measure(subject, number);
        }
      }
    }
    return new Table(
        title,
        "Ratios are to '"
            + base.name()
            + "' right before and after, and of its own runs to their median. Latency is that of"
            + " the call or request that a document is in. Medians of "
            + rounds
            + (rounds == 1 ? " round," : " rounds,")
            + " and the lowest and highest ratio.",
        List.of("", "docs/s", "ratio", "lowest", "highest", "p50 ms", "p99 ms"),
        subjects.stream().map(measurements::row).toList());
  }

  /** Of the same length for all, so that fast subjects get many documents before slow ones. */
  private List<Subject.Round> warmUp(Subject subject) {
    long warm = clock.getAsLong() + warmUp.toNanos() / subjects.size();
    List<Subject.Round> runs = new ArrayList<>();
    do {
      runs.add(subject.run(clock));
    } while (clock.getAsLong() < warm);
    return runs;
  }

  /** How long all rounds will take if everything goes on as fast as it was in the end. */
  private double expectedSeconds(Subject base, Map<Subject, List<Subject.Round>> warm) {
    double baseSeconds = lastSeconds(warm.get(base));
    return baseSeconds
        + rounds
            * subjects.stream()
                .filter(subject -> subject != base)
                .mapToDouble(subject -> lastSeconds(warm.get(subject)) + baseSeconds)
                .sum();
  }

  private static double lastSeconds(List<Subject.Round> runs) {
    return runs.get(runs.size() - 1).seconds();
  }

  /** What has been measured so far. */
  private final class Measurements {
    private final Subject base;
    private final Map<Subject, List<Subject.Round>> runs = new IdentityHashMap<>();
    private final Map<Subject, List<Double>> ratios = new IdentityHashMap<>();
    private final Consumer<String> progress;
    private final long end;
    private Subject.Round before;

    Measurements(Subject base, double expectedSeconds, Consumer<String> progress) {
      this.base = base;
      this.progress = progress;
      this.end = clock.getAsLong() + (long) (expectedSeconds * 1e9);
      this.before = run(base, "");
    }

    void measure(Subject subject, int round) {
      String when = ", round " + round;
      Subject.Round own = run(subject, when);
      Subject.Round after = run(base, " again" + when);
      ratios
          .computeIfAbsent(subject, s -> new ArrayList<>())
          .add(speed(subject, own) / meanSpeed(base.acts(), before.seconds(), after.seconds()));
      before = after;
    }

    private Subject.Round run(Subject subject, String when) {
      double left = Math.max(0, (end - clock.getAsLong()) / 1e9);
      progress.accept(
          String.format(Locale.ROOT, "%s%s, about %,.0f s left", subject.name(), when, left));
      Subject.Round round = subject.run(clock);
      runs.computeIfAbsent(subject, s -> new ArrayList<>()).add(round);
      return round;
    }

    List<String> row(Subject subject) {
      double speed = medianSpeed(subject, runs.get(subject));
      double[] held =
          subject == base
              ? runs.get(base).stream().mapToDouble(run -> speed(base, run) / speed).toArray()
              : ratios.get(subject).stream().mapToDouble(Double::doubleValue).toArray();
      double[] latencies = latencies(subject, runs.get(subject));
      return List.of(
          subject.name(),
          String.format(Locale.ROOT, "%,.1f", speed),
          String.format(Locale.ROOT, "%.2f", quantile(held, 0.5)),
          String.format(Locale.ROOT, "%.2f", quantile(held, 0)),
          String.format(Locale.ROOT, "%.2f", quantile(held, 1)),
          String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.5)),
          String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.99)));
    }
  }

  /** Documents a second over two runs. */
  static double meanSpeed(int acts, double secondsBefore, double secondsAfter) {
    return 2 * acts / (secondsBefore + secondsAfter);
  }

  private static double medianSpeed(Subject subject, List<Subject.Round> rounds) {
    return quantile(rounds.stream().mapToDouble(round -> speed(subject, round)).toArray(), 0.5);
  }

  private static double speed(Subject subject, Subject.Round round) {
    return subject.acts() / round.seconds();
  }

  /** Milliseconds that each document had to wait, in all rounds. */
  private static double[] latencies(Subject subject, List<Subject.Round> rounds) {
    return rounds.stream()
        .flatMap(
            round ->
                IntStream.range(0, round.callNanos().length)
                    .boxed()
                    .flatMap(
                        call ->
                            IntStream.range(0, subject.calls().get(call))
                                .mapToObj(document -> round.callNanos()[call] / 1e6)))
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** The smallest value that at least this share of all does not exceed. */
  static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
