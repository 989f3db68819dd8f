package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.DatasetStatistics;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.report.EvaluationPlots;
import org.solrlmtc.cli.evaluate.report.StatisticsTables;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.training.data.TrainingData;

/**
 * The data of a reproduction.
 *
 * @param dev the file or folder of the development split
 * @param statistics of the training and the development split
 * @param labels the labels with their number of training acts, which define the label groups
 * @param isBenchmark whether it is EURLEX57K
 */
record DataSet(
    Path dev, List<DatasetStatistics> statistics, EvaluationLabels labels, boolean isBenchmark) {
  private static final double BYTES_PER_WORD = 7;

  /**
   * Reads the statistics of the splits in a folder.
   *
   * @throws UserError when a split is missing
   */
  static DataSet read(Path folder) throws IOException {
    Path train = split(folder, "train");
    Path dev = split(folder, "dev");
    List<DatasetStatistics> sets =
        List.of(DatasetStatistics.read(train), DatasetStatistics.read(dev));
    SortedMap<String, Integer> inTraining = sets.get(0).actsPerLabel();
    boolean isBenchmark = Eurlex57k.isTrainingSplit(inTraining);
    TreeSet<String> used = new TreeSet<>(inTraining.keySet());
    used.addAll(sets.get(1).actsPerLabel().keySet());
    List<String> ids = List.copyOf(used);
    return new DataSet(
        dev,
        sets,
        isBenchmark
            ? EvaluationLabels.benchmark()
            : new EvaluationLabels(
                new LabelSet(
                    ids, ids.stream().mapToInt(id -> inTraining.getOrDefault(id, 0)).toArray()),
                Map.of(),
                sets.get(0).name()),
        isBenchmark);
  }

  private static Path split(Path folder, String name) {
    return TrainingData.split(folder, name)
        .orElseThrow(
            () ->
                new UserError(
                    folder + " has no split " + name + ": name a file or folder " + name + "..."));
  }

  /** How much disk the acts take once they are parsed, in megabytes. */
  double parsedMegabytes() {
    return statistics.stream()
        .mapToDouble(set -> set.meanWords(Zone.values()) * set.acts() * BYTES_PER_WORD / 1e6)
        .sum();
  }

  /** The statistics of the splits and of both together. */
  List<Table> sizes() {
    List<DatasetStatistics> shown = new ArrayList<>(statistics);
    shown.add(DatasetStatistics.total(statistics));
    return List.of(StatisticsTables.splits(shown), StatisticsTables.groups(labels, shown));
  }

  /** The distribution of labels over acts, with the published one if it is the benchmark. */
  Table labelsPerAct(Published published) {
    DatasetStatistics total = DatasetStatistics.total(statistics);
    Table own = StatisticsTables.labelsPerAct(total);
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : own.rows()) {
      List<String> extended = new ArrayList<>(row);
      extended.add(Table.share(published.value(row.get(0), "ratio")));
      rows.add(extended);
    }
    List<String> header = new ArrayList<>(own.header());
    header.add("published ratio");
    return new Table(own.title(), own.note(), header, rows);
  }

  Table concepts() {
    return StatisticsTables.concepts(DatasetStatistics.total(statistics));
  }

  List<Plot> plots(Published published) {
    Map<String, SortedMap<Long, Long>> series = new LinkedHashMap<>();
    statistics.forEach(set -> series.put(set.name(), set.labelsPerAct()));
    SortedMap<Long, Long> theirs = new TreeMap<>();
    published
        .rows()
        .forEach(
            (labels, cells) ->
                theirs.put(
                    Long.valueOf(labels), Math.round(Double.parseDouble(cells.get(0)) * 100_000)));
    if (!theirs.isEmpty()) {
      series.put("published, all splits", theirs);
    }
    return List.of(
        EvaluationPlots.labelsPerAct(series),
        EvaluationPlots.concepts(
            "acts", DatasetStatistics.total(statistics).actsPerLabel().values()));
  }
}
