package org.solrlmtc.cli.train;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.solrlmtc.cli.report.Charts;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.training.search.Trial;

/**
 * The trials of a search as tables and plots.
 *
 * @param stages the number of stages of successive halving
 * @param trials in the order of training
 */
record SearchReport(String recipe, String measure, int stages, List<Trial> trials) {
  private static final int SHOWN = 10;

  /** Groups of equal size that numbers are divided into, to see what mattered. */
  private static final int BINS = 4;

  private static final List<Color> COLOURS = List.of(Charts.SKY, Charts.ORANGE, Charts.BLUE);

  Report page() {
    List<Table> tables = new ArrayList<>(List.of(best()));
    List<Plot> plots = new ArrayList<>();
    if (!scored(0).isEmpty()) {
      tables.add(importance());
      plots.add(progress());
      keys().stream().filter(this::isNumeric).forEach(key -> plots.add(values(key)));
    }
    return new Report(
        "Search for hyper-parameters of " + recipe,
        List.of(
            String.format(
                Locale.ROOT,
                "%,d trials, %,d of them failed, %.1f hours",
                trials.size(),
                trials.stream().filter(trial -> trial.failure().isPresent()).count(),
                trials.stream().mapToDouble(Trial::seconds).sum() / 3600),
            "maximised: " + measure + " on dev"),
        tables,
        plots);
  }

  /** The best trials of the last stage that has any. */
  Table best() {
    int last = IntStream.range(0, stages).filter(stage -> !scored(stage).isEmpty()).max().orElse(0);
    List<String> header = new ArrayList<>(List.of("trial", measure));
    header.addAll(keys());
    header.add("seconds");
    List<List<String>> rows = new ArrayList<>();
    scored(last).stream()
        .sorted(Comparator.comparingDouble((Trial trial) -> -trial.score().orElseThrow()))
        .limit(SHOWN)
        .forEach(
            trial -> {
              List<String> row = new ArrayList<>();
              row.add(Integer.toString(trial.number()));
              row.add(String.format(Locale.ROOT, "%.4f", trial.score().orElseThrow()));
              keys().forEach(key -> row.add(String.valueOf(trial.values().get(key))));
              row.add(String.format(Locale.ROOT, "%.0f", trial.seconds()));
              rows.add(row);
            });
    return new Table(
        "The best trials",
        last == stages - 1 ? "On all training acts." : "On a part of the training acts.",
        header,
        rows);
  }

  /**
   * The share of the variance between trials that a setting alone explains, adjusted for the number
   * of groups. The first stage has the most trials.
   */
  Table importance() {
    List<List<String>> rows = new ArrayList<>();
    keys().stream()
        .map(key -> Map.entry(key, explainedVariance(key)))
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(entry -> rows.add(List.of(entry.getKey(), Table.share(entry.getValue()))));
    return new Table(
        "What mattered",
        "The share of the variance of "
            + measure
            + " in the first stage that a setting explains alone, adjusted for the number of its"
            + " values (numbers: four ranges). Below 0 means: no more than by chance.",
        List.of("setting", "explained"),
        rows);
  }

  private double explainedVariance(String key) {
    List<Trial> scored = scored(0);
    Map<Object, List<Double>> groups = new LinkedHashMap<>();
    if (isNumeric(key)) {
      List<Trial> sorted =
          scored.stream().sorted(Comparator.comparingDouble(trial -> number(trial, key))).toList();
      for (int i = 0; i < sorted.size(); i++) {
        groups
            .computeIfAbsent(i * BINS / sorted.size(), bin -> new ArrayList<>())
            .add(sorted.get(i).score().orElseThrow());
      }
    } else {
      scored.forEach(
          trial ->
              groups
                  .computeIfAbsent(trial.values().get(key), value -> new ArrayList<>())
                  .add(trial.score().orElseThrow()));
    }
    double mean = mean(scored.stream().map(trial -> trial.score().orElseThrow()).toList());
    double total = 0;
    double within = 0;
    for (List<Double> group : groups.values()) {
      double own = mean(group);
      for (double score : group) {
        total += (score - mean) * (score - mean);
        within += (score - own) * (score - own);
      }
    }
    int freedom = scored.size() - groups.size();
    return total == 0 || freedom < 1
        ? Double.NaN
        : 1 - (within / freedom) / (total / (scored.size() - 1));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  private Plot progress() {
    XYChart chart = Charts.lines("training", measure + " on dev");
    chart.getStyler().setYAxisDecimalPattern("0.000");
    for (int stage = 0; stage < stages; stage++) {
      int at = stage;
      List<Integer> order =
          IntStream.range(0, trials.size())
              .filter(i -> trials.get(i).stage() == at && trials.get(i).score().isPresent())
              .boxed()
              .toList();
      points(
          chart,
          stage,
          order.stream().map(Integer::doubleValue).toList(),
          order.stream().map(i -> trials.get(i).score().orElseThrow()).toList());
    }
    return new Plot(
        "trials", "Trials", "Each point is a training; later stages have more acts.", png(chart));
  }

  private Plot values(String key) {
    XYChart chart = Charts.lines(key, measure + " on dev");
    chart.getStyler().setYAxisDecimalPattern("0.000");
    List<Double> all = scored(0).stream().map(trial -> number(trial, key)).toList();
    double low = all.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double high = all.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    chart.getStyler().setXAxisLogarithmic(low > 0 && high / low >= 20);
    for (int stage = 0; stage < stages; stage++) {
      List<Trial> scored = scored(stage);
      points(
          chart,
          stage,
          scored.stream().map(trial -> number(trial, key)).toList(),
          scored.stream().map(trial -> trial.score().orElseThrow()).toList());
    }
    return new Plot(
        "setting-" + key.replaceAll("[^A-Za-z0-9]+", "-"),
        key,
        "Trials by the value of this setting.",
        png(chart));
  }

  private void points(XYChart chart, int stage, List<Double> x, List<Double> y) {
    if (x.isEmpty()) {
      return;
    }
    XYSeries series = chart.addSeries("stage " + (stage + 1), x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(
        COLOURS.get((COLOURS.size() - stages % COLOURS.size() + stage) % COLOURS.size()));
  }

  private static byte[] png(XYChart chart) {
    return Charts.png(chart);
  }

  private List<Trial> scored(int stage) {
    return trials.stream()
        .filter(trial -> trial.stage() == stage && trial.score().isPresent())
        .toList();
  }

  private Set<String> keys() {
    return trials.stream()
        .flatMap(trial -> trial.values().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private boolean isNumeric(String key) {
    return trials.stream().allMatch(trial -> trial.values().get(key) instanceof Number);
  }

  private static double number(Trial trial, String key) {
    return ((Number) trial.values().get(key)).doubleValue();
  }
}
