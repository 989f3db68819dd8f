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
 * Measures subjects in turn for several rounds. The reference is measured again between any two of
 * them, and a ratio is relative to the mean of the measurements right before and right after, so
 * that a drift of the machine's speed cancels out. Medians are reported.
 *
 * @param subjects the rows of the table
 * @param references names of the subjects that can be the reference: the one that is fastest in the
 *     warm-up is
 * @param warmUp duration of the warm-up, in equal shares; each subject processes all acts at least
 *     once
 * @param clock monotonic time in nanoseconds
 */
// subjects are distinguished by identity: two may have equal settings
@SuppressWarnings({"IdentityHashMapUsage", "ReferenceEquality"})
record Comparison(
    List<Subject> subjects,
    List<String> references,
    Duration warmUp,
    int rounds,
    LongSupplier clock) {

  Comparison(List<Subject> subjects, List<String> references, Duration warmUp, int rounds) {
    this(subjects, references, warmUp, rounds, System::nanoTime);
  }

  /**
   * Warms up and measures.
   *
   * @param progress receives the next subject and the estimated remaining time
   */
  Table run(String title, Consumer<String> progress) {
    Map<Subject, List<Subject.Round>> warm = new IdentityHashMap<>();
    for (Subject subject : subjects) {
      progress.accept(subject.name() + ", warming up");
      warm.put(subject, warmUp(subject));
    }
    Subject reference =
        subjects.stream()
            .filter(subject -> references.contains(subject.name()))
            .max(Comparator.comparingDouble(subject -> medianSpeed(subject, warm.get(subject))))
            .orElseThrow();
    Measurements measurements =
        new Measurements(reference, expectedSeconds(reference, warm), progress);
    for (int number = 1; number <= rounds; number++) {
      for (Subject subject : subjects) {
        if (subject != reference) {
          measurements.measure(subject, number);
        }
      }
    }
    return new Table(
        title,
        "Ratios are relative to '"
            + reference.name()
            + "' right before and after; its own are relative to their median. Latencies are those"
            + " of a document's call or request. Medians of "
            + rounds
            + (rounds == 1 ? " round," : " rounds,")
            + " with the lowest and highest ratio. CPU time is that of the calling threads, per"
            + " document: of the client alone where Solr is measured.",
        List.of("", "docs/s", "ratio", "lowest", "highest", "p50 ms", "p99 ms", "CPU ms"),
        subjects.stream().map(measurements::row).toList());
  }

  /** Has the same duration for all, so that fast subjects process more documents than slow ones. */
  private List<Subject.Round> warmUp(Subject subject) {
    long warm = clock.getAsLong() + warmUp.toNanos() / subjects.size();
    List<Subject.Round> runs = new ArrayList<>();
    do {
      runs.add(subject.run(clock));
    } while (clock.getAsLong() < warm);
    return runs;
  }

  /** The estimated duration of all rounds at the speed of the end of the warm-up. */
  private double expectedSeconds(Subject reference, Map<Subject, List<Subject.Round>> warm) {
    double referenceSeconds = lastSeconds(warm.get(reference));
    return referenceSeconds
        + rounds
            * subjects.stream()
                .filter(subject -> subject != reference)
                .mapToDouble(subject -> lastSeconds(warm.get(subject)) + referenceSeconds)
                .sum();
  }

  private static double lastSeconds(List<Subject.Round> runs) {
    return runs.get(runs.size() - 1).seconds();
  }

  /** The measurements so far. */
  private final class Measurements {
    private final Subject reference;
    private final Map<Subject, List<Subject.Round>> runs = new IdentityHashMap<>();
    private final Map<Subject, List<Double>> ratios = new IdentityHashMap<>();
    private final Consumer<String> progress;
    private final long end;
    private Subject.Round before;

    Measurements(Subject reference, double expectedSeconds, Consumer<String> progress) {
      this.reference = reference;
      this.progress = progress;
      this.end = clock.getAsLong() + (long) (expectedSeconds * 1e9);
      this.before = run(reference, "");
    }

    void measure(Subject subject, int round) {
      String when = ", round " + round;
      Subject.Round own = run(subject, when);
      Subject.Round after = run(reference, " again" + when);
      ratios
          .computeIfAbsent(subject, s -> new ArrayList<>())
          .add(
              speed(subject, own) / meanSpeed(reference.acts(), before.seconds(), after.seconds()));
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
      double[] shown =
          subject == reference
              ? runs.get(reference).stream()
                  .mapToDouble(run -> speed(reference, run) / speed)
                  .toArray()
              : ratios.get(subject).stream().mapToDouble(Double::doubleValue).toArray();
      double[] latencies = latencies(subject, runs.get(subject));
      return List.of(
          subject.name(),
          String.format(Locale.ROOT, "%,.1f", speed),
          String.format(Locale.ROOT, "%.2f", quantile(shown, 0.5)),
          String.format(Locale.ROOT, "%.2f", quantile(shown, 0)),
          String.format(Locale.ROOT, "%.2f", quantile(shown, 1)),
          String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.5)),
          String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.99)),
          String.format(Locale.ROOT, "%.3f", cpuMillis(subject, runs.get(subject))));
    }
  }

  /** Documents per second over two runs. */
  static double meanSpeed(int acts, double secondsBefore, double secondsAfter) {
    return 2 * acts / (secondsBefore + secondsAfter);
  }

  private static double medianSpeed(Subject subject, List<Subject.Round> rounds) {
    return quantile(rounds.stream().mapToDouble(round -> speed(subject, round)).toArray(), 0.5);
  }

  private static double cpuMillis(Subject subject, List<Subject.Round> rounds) {
    return quantile(
        rounds.stream().mapToDouble(round -> round.cpuNanos() / 1e6 / subject.acts()).toArray(),
        0.5);
  }

  private static double speed(Subject subject, Subject.Round round) {
    return subject.acts() / round.seconds();
  }

  /** The latency of each document in milliseconds, over all rounds. */
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

  /** The smallest value that at least this ratio of all values does not exceed. */
  static double quantile(double[] values, double ratio) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(ratio * sorted.length) - 1)];
  }
}
