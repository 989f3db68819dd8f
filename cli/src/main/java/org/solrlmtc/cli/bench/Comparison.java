package org.solrlmtc.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.solrlmtc.cli.report.Table;

/**
 * Measures subjects in turn, several rounds, so that whatever else the machine does meanwhile slows
 * all of them alike. Ratios are taken within rounds; of everything the median counts.
 *
 * @param subjects the rows of the table
 * @param candidates names of the subjects of which the fastest is what all are held against
 * @param warmUp how long they run before that, in equal shares; each goes through the acts at least
 *     once
 */
public record Comparison(
    List<Subject> subjects, List<String> candidates, Duration warmUp, int rounds) {

  /**
   * Warms up and measures.
   *
   * @param hears what is about to be measured
   */
  public Table run(String title, Consumer<String> hears) {
    List<List<Subject.Round>> measured = new ArrayList<>();
    subjects.forEach(subject -> measured.add(new ArrayList<>()));
    for (Subject subject : subjects) {
      hears.accept(subject.name() + ", warming up");
      warmUp(subject);
    }
    for (int number = 1; number <= rounds; number++) {
      for (int i = 0; i < subjects.size(); i++) {
        hears.accept(subjects.get(i).name() + ", round " + number);
        measured.get(i).add(subjects.get(i).run());
      }
    }
    int base =
        IntStream.range(0, subjects.size())
            .filter(i -> candidates.contains(subjects.get(i).name()))
            .boxed()
            .max(Comparator.comparingDouble(i -> speed(i, measured.get(i))))
            .orElseThrow();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      rows.add(row(i, measured.get(i), base, measured.get(base)));
    }
    return new Table(
        title,
        "Ratios are to '"
            + subjects.get(base).name()
            + "'. Latency is that of the call or request that a document is in. Medians of "
            + rounds
            + (rounds == 1 ? " round." : " rounds."),
        List.of("", "docs/s", "ratio", "p50 ms", "p99 ms"),
        rows);
  }

  /** Of the same length for all, so that fast subjects get many documents before slow ones. */
  private void warmUp(Subject subject) {
    long warm = System.nanoTime() + warmUp.toNanos() / subjects.size();
    do {
      subject.run();
    } while (System.nanoTime() < warm);
  }

  private List<String> row(
      int subject, List<Subject.Round> own, int base, List<Subject.Round> ofBase) {
    double[] ratios =
        IntStream.range(0, own.size())
            .mapToDouble(round -> speed(subject, own.get(round)) / speed(base, ofBase.get(round)))
            .toArray();
    double[] latencies = latencies(subjects.get(subject), own);
    return List.of(
        subjects.get(subject).name(),
        String.format(Locale.ROOT, "%,.1f", speed(subject, own)),
        String.format(Locale.ROOT, "%.2f", quantile(ratios, 0.5)),
        String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.5)),
        String.format(Locale.ROOT, "%.2f", quantile(latencies, 0.99)));
  }

  private double speed(int subject, List<Subject.Round> rounds) {
    return quantile(rounds.stream().mapToDouble(round -> speed(subject, round)).toArray(), 0.5);
  }

  private double speed(int subject, Subject.Round round) {
    return subjects.get(subject).acts() / round.seconds();
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
