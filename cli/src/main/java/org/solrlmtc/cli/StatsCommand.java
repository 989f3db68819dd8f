package org.solrlmtc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.evaluation.DatasetStatistics;
import org.solrlmtc.cli.evaluation.EvaluationLabels;
import org.solrlmtc.cli.report.EvaluationJson;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Plots;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.StatisticsTables;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.score.LabelSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Describes acts and their labels. */
@Command(
    name = "stats",
    description = {
      "Show the statistics of acts: words, labels, label groups, distributions.",
      "",
      "The groups come from a table of labels, or are counted from a subset whose name begins with"
          + " 'train'.",
      ""
    })
final class StatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Acts: a file or folder for each subset. May be given several times.")
  private List<Path> data;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Table of labels with the columns concept_id and train (or training_acts): decides the"
              + " label groups (default: labels.tsv beside the data).")
  private Optional<Path> labels;

  @Option(names = "--json", description = "Print JSON, unrounded, instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write report.html (one file), report.md and the plots into this folder.")
  private Optional<Path> report;

  @Override
  public Integer call() throws IOException {
    List<DatasetStatistics> sets = new ArrayList<>();
    for (Path path : data) {
      sets.add(DatasetStatistics.read(path));
    }
    DatasetStatistics total = sets.size() == 1 ? sets.get(0) : DatasetStatistics.total(sets);
    Optional<EvaluationLabels> groups = labels(sets, total);
    List<DatasetStatistics> shown = new ArrayList<>(sets);
    if (sets.size() > 1) {
      shown.add(total);
    }
    List<Table> tables = new ArrayList<>();
    tables.add(StatisticsTables.splits(shown));
    groups.ifPresent(table -> tables.add(StatisticsTables.groups(table, shown)));
    tables.add(StatisticsTables.labelsPerAct(total));
    tables.add(StatisticsTables.concepts(total));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(EvaluationJson.print(json(shown, groups)));
    } else {
      tables.forEach(table -> out.println(table.toText()));
    }
    if (report.isPresent()) {
      List<String> facts =
          List.of(
              String.format(
                  Locale.ROOT,
                  "%,d acts, %,d concepts",
                  total.acts(),
                  total.actsPerLabel().size()));
      new Report("Statistics of the acts", facts, tables, plots(sets, total)).write(report.get());
    }
    out.flush();
    return 0;
  }

  private Optional<EvaluationLabels> labels(List<DatasetStatistics> sets, DatasetStatistics total)
      throws IOException {
    Path beside = data.get(0).toAbsolutePath().normalize().resolveSibling("labels.tsv");
    if (labels.isPresent() || Files.exists(beside)) {
      return Optional.of(EvaluationLabels.read(labels.orElse(beside)));
    }
    return sets.stream()
        .filter(set -> set.name().startsWith("train"))
        .findFirst()
        .map(
            train -> {
              List<String> ids = List.copyOf(new TreeSet<>(total.actsPerLabel().keySet()));
              int[] counts =
                  ids.stream().mapToInt(id -> train.actsPerLabel().getOrDefault(id, 0)).toArray();
              return new EvaluationLabels(new LabelSet(ids, counts), Map.of(), train.name());
            });
  }

  private static List<Plot> plots(List<DatasetStatistics> sets, DatasetStatistics total) {
    Map<String, SortedMap<Long, Long>> labelsPerAct = new LinkedHashMap<>();
    sets.forEach(set -> labelsPerAct.put(set.name(), set.labelsPerAct()));
    return List.of(
        Plots.labelsPerAct(labelsPerAct), Plots.concepts("acts", total.actsPerLabel().values()));
  }

  private static Map<String, Object> json(
      List<DatasetStatistics> sets, Optional<EvaluationLabels> groups) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("subsets", sets.stream().map(EvaluationJson::statistics).toList());
    groups.ifPresent(table -> json.put("groups", EvaluationJson.groups(table, sets)));
    return json;
  }
}
