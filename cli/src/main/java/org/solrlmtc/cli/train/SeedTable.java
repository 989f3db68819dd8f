package org.solrlmtc.cli.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.solrlmtc.cli.report.Table;

/** The quality of several trainings of one recipe: means and standard deviations. */
final class SeedTable {
  private final SortedMap<Integer, Map<String, Double>> bySeed = new TreeMap<>();

  void add(int seed, Map<String, Double> quality) {
    bySeed.put(seed, quality);
  }

  Table table() {
    List<String> header = new ArrayList<>(List.of("measure", "mean", "standard deviation"));
    bySeed.keySet().forEach(seed -> header.add("seed " + seed));
    List<List<String>> rows = new ArrayList<>();
    for (String measure : bySeed.get(bySeed.firstKey()).keySet()) {
      List<Double> values =
          bySeed.values().stream()
              .map(quality -> quality.getOrDefault(measure, Double.NaN))
              .toList();
      double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      List<String> row = new ArrayList<>(List.of(measure, format(mean), format(deviation(values))));
      values.forEach(value -> row.add(format(value)));
      rows.add(row);
    }
    return new Table(
        "Quality on dev by random seed",
        "The standard deviation is that of a sample: it divides by the number of seeds less one.",
        header,
        rows);
  }

  static double deviation(List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.size() - 1));
  }

  private static String format(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }
}
