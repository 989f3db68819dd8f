package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.io.PrintWriter;
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
import org.solrlmtc.cli.evaluate.data.DatasetStatistics;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.report.EvaluationJson;
import org.solrlmtc.cli.evaluate.report.EvaluationPlots;
import org.solrlmtc.cli.evaluate.report.StatisticsTables;
import org.solrlmtc.cli.report.Plot;
import org.solrlmtc.cli.report.Report;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.score.LabelSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows statistics of acts and their labels. */
@Command(
    name = "stats",
    description = {
      "Show the statistics of acts: words and labels per act, label groups, distributions.",
      "",
      "Label groups are defined by a table of labels, else by the subset whose name begins with"
          + " 'train', else by EURLEX57K's table if it has all labels of the acts.",
      ""
    })
public final class StatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DataOptions options;

  @Override
  public Integer call() throws IOException {
    List<DatasetStatistics> sets = new ArrayList<>();
    for (Path path : options.data()) {
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
    if (options.json()) {
      out.print(EvaluationJson.print(json(shown, groups)));
    } else {
      tables.forEach(table -> out.println(table.toText()));
    }
    if (options.report().isPresent()) {
      List<String> facts =
          List.of(
              String.format(
                  Locale.ROOT,
                  "%,d acts, %,d concepts",
                  total.acts(),
                  total.actsPerLabel().size()));
      new Report("Statistics of the acts", facts, tables, plots(sets, total))
          .write(options.report().get());
    }
    out.flush();
    return 0;
  }

  private Optional<EvaluationLabels> labels(List<DatasetStatistics> sets, DatasetStatistics total)
      throws IOException {
    return options
        .givenLabels()
        .or(() -> counted(sets, total))
        .or(() -> DataOptions.benchmarkLabels(total.actsPerLabel().keySet()));
  }

  private static Optional<EvaluationLabels> counted(
      List<DatasetStatistics> sets, DatasetStatistics total) {
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
        EvaluationPlots.labelsPerAct(labelsPerAct),
        EvaluationPlots.concepts("acts", total.actsPerLabel().values()));
  }

  private static Map<String, Object> json(
      List<DatasetStatistics> sets, Optional<EvaluationLabels> groups) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("subsets", sets.stream().map(EvaluationJson::statistics).toList());
    groups.ifPresent(table -> json.put("groups", EvaluationJson.groups(table, sets)));
    return json;
  }
}
