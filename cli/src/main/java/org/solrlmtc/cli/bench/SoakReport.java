package org.solrlmtc.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.cli.report.TimePlot;

/**
 * The result of a soak as text, TSV and plot.
 *
 * @param title what was measured
 */
record SoakReport(String title, SoakResult result) {
  private static final int SHOWN_IDS = 10;

  private static final Figure HEAP = new Figure("heap MB", "%,.1f", Sample::heapMb);
  private static final Figure RSS = new Figure("RSS MB", "%,.1f", Sample::rssMb);
  private static final Figure ANONYMOUS = new Figure("anonymous MB", "%,.1f", Sample::anonymousMb);
  private static final Figure NATIVE = new Figure("native MB", "%,.1f", Sample::nativeMb);
  private static final Figure MAPPED = new Figure("mapped MB", "%,.1f", Sample::mappedMb);
  private static final Figure THREADS = new Figure("threads", "%,.0f", Sample::threads);
  private static final Figure HANDLES = new Figure("file handles", "%,.0f", Sample::handles);
  private static final Figure VERSIONS = new Figure("open models", "%,.0f", Sample::openVersions);
  private static final Figure SPEED = new Figure("docs/s", "%,.1f", Sample::documentsPerSecond);
  private static final Figure P50 = new Figure("p50 ms", "%,.0f", Sample::p50);
  private static final Figure P99 = new Figure("p99 ms", "%,.0f", Sample::p99);
  private static final Figure READ_P99 = new Figure("read p99 ms", "%,.0f", Sample::readP99);
  private static final List<Figure> FIGURES =
      List.of(
          HEAP, RSS, ANONYMOUS, NATIVE, MAPPED, THREADS, HANDLES, VERSIONS, SPEED, P50, P99,
          READ_P99);

  /** One figure of the samples. */
  private record Figure(String name, String form, ToDoubleFunction<Sample> value) {
    List<Double> values(List<Sample> samples) {
      return samples.stream().map(value::applyAsDouble).toList();
    }

    /** Empty when no sample has a value. */
    Optional<Double> median(List<Sample> samples) {
      double[] known =
          samples.stream().mapToDouble(value).filter(number -> !Double.isNaN(number)).toArray();
      return known.length == 0 ? Optional.empty() : Optional.of(Comparison.quantile(known, 0.5));
    }

    String show(double number) {
      return String.format(Locale.ROOT, form, number);
    }
  }

  /** The table, followed by totals and failures. */
  String toText() {
    StringBuilder text = new StringBuilder();
    if (!result.samples().isEmpty()) {
      text.append(table().toText()).append('\n');
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%,d documents acknowledged (%,d distinct, including the warm-up); %s%n",
            result.documents(),
            result.ids(),
            result.missing().map(SoakReport::inIndex).orElse("Solr had died at the end")));
    text.append(
        String.format(
            Locale.ROOT,
            "%,d texts classified, %,d evaluations, %,d commits%n",
            result.classifications(),
            result.evaluations(),
            result.commits()));
    text.append(
        String.format(
            Locale.ROOT,
            "%,d core reloads, %,d model swaps; open models: %d before, %s after%n",
            result.reloads(),
            result.swaps(),
            result.versionsBefore(),
            result.versionsAfter().map(Object::toString).orElse("?")));
    if (result.failures().isEmpty()) {
      text.append("no failures\n");
    }
    for (FailureTally.Kind kind : result.failures()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%,d failures: %s, such as: %s%n",
              kind.count(),
              kind.name(),
              kind.example()));
    }
    return text.toString();
  }

  private static String inIndex(Set<String> missing) {
    return missing.isEmpty()
        ? "the index has the last acknowledged version of all"
        : String.format(
            Locale.ROOT,
            "the index LACKS the last acknowledged version of %,d: %s",
            missing.size(),
            String.join(", ", missing.stream().limit(SHOWN_IDS).toList())
                + (missing.size() > SHOWN_IDS ? ", ..." : ""));
  }

  private Table table() {
    List<Sample> samples = result.samples();
    int quarter = Math.max(1, samples.size() / 4);
    List<Sample> first = samples.subList(0, quarter);
    List<Sample> last = samples.subList(samples.size() - quarter, samples.size());
    List<List<String>> rows = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Figure figure : FIGURES) {
      Optional<Double> before = figure.median(first);
      Optional<Double> after = figure.median(last);
      if (before.isPresent() && after.isPresent()) {
        rows.add(
            List.of(
                figure.name(),
                figure.show(before.get()),
                figure.show(after.get()),
                String.format(Locale.ROOT, "%.3f", after.get() / before.get())));
      } else {
        unknown.add(figure.name());
      }
    }
    return new Table(
        title,
        "Medians of the first and of the last quarter of "
            + samples.size()
            + " samples in "
            + String.format(Locale.ROOT, "%.1f", samples.get(samples.size() - 1).seconds() / 60)
            + " minutes. Heap: used after the full garbage collection of each sample. RSS: before"
            + " it; anonymous: after it, without pages of files; native: of that, what is no heap;"
            + " mapped: pages of files. Latencies of requests; read: to classify or evaluate."
            + (unknown.isEmpty()
                ? ""
                : " Not available on this machine: " + String.join(", ", unknown) + "."),
        List.of("", "first", "last", "last/first"),
        rows);
  }

  /** All samples, one per line, with a header line; a missing value is empty. */
  String toTsv() {
    StringJoiner header = new StringJoiner("\t", "", "\n").add("seconds");
    FIGURES.forEach(figure -> header.add(figure.name()));
    StringBuilder tsv =
        new StringBuilder(
            header.add("documents").add("failures").add("reloads").add("swaps").toString());
    for (Sample sample : result.samples()) {
      StringJoiner line = new StringJoiner("\t", "", "\n").add(plain(sample.seconds()));
      FIGURES.forEach(figure -> line.add(plain(figure.value().applyAsDouble(sample))));
      tsv.append(
          line.add(Long.toString(sample.documents()))
              .add(Long.toString(sample.failures()))
              .add(Integer.toString(sample.reloads()))
              .add(Integer.toString(sample.swaps())));
    }
    return tsv.toString();
  }

  private static String plain(double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.2f", number);
  }

  /** The figures over time. */
  Plot plot() {
    List<Double> minutes = result.samples().stream().map(sample -> sample.seconds() / 60).toList();
    return TimePlot.of(
        "soak",
        title,
        minutes,
        List.of(
            panel("MB", RSS, ANONYMOUS, HEAP),
            panel("MB", NATIVE, MAPPED),
            panel("", THREADS, HANDLES),
            panel("", SPEED)));
  }

  private TimePlot.Panel panel(String title, Figure... figures) {
    List<TimePlot.Line> lines = new ArrayList<>();
    for (Figure figure : figures) {
      lines.add(new TimePlot.Line(figure.name(), figure.values(result.samples())));
    }
    return new TimePlot.Panel(title, lines);
  }
}
