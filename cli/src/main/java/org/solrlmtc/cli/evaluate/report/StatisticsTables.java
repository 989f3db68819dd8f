package org.solrlmtc.cli.evaluate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.solrlmtc.cli.evaluate.data.ConceptHistogram;
import org.solrlmtc.cli.evaluate.data.DatasetStatistics;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GroupCount;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.act.Zone;

/** Statistics of data sets as tables. */
public final class StatisticsTables {
  private StatisticsTables() {}

  /** The table of the data set as in the paper, with the published rows below. */
  public static Table splits(List<DatasetStatistics> sets) {
    List<List<String>> rows = new ArrayList<>();
    for (DatasetStatistics set : sets) {
      List<String> row = new ArrayList<>(List.of(set.name(), Table.count(set.acts())));
      row.add(mean(set.meanWords(Zone.values())));
      for (Zone zone : Zone.values()) {
        row.add(mean(set.meanWords(zone)));
      }
      row.add(String.format(Locale.ROOT, "%.2f", set.meanLabels()));
      rows.add(row);
    }
    rows.addAll(PublishedResults.splits());
    return new Table(
        "Acts",
        "Words are separated by white space; zones are header (H), recitals (R), main body (MB)"
            + " and attachments (A); the published rows are those of EURLEX57K",
        List.of("subset", "acts", "words/act", "H", "R", "MB", "A", "labels/act"),
        rows);
  }

  /** The number of labels per group, and how many of them each set uses. */
  public static Table groups(EvaluationLabels labels, List<DatasetStatistics> sets) {
    List<String> header = new ArrayList<>(List.of("group", "labels"));
    sets.forEach(set -> header.add("in " + set.name()));
    return new Table(
        "Label groups",
        "By number of training acts: frequent (50 or more), few (1 to 49), zero (none); labels from"
            + " "
            + labels.source()
            + "; EURLEX57K as published has 746, 3,362 and 163, together 4,271",
        header,
        GroupCount.of(labels.set(), sets).stream()
            .map(
                count -> {
                  List<String> row =
                      new ArrayList<>(List.of(count.group(), Table.count(count.labels())));
                  count.used().forEach(used -> row.add(Table.count(used)));
                  return row;
                })
            .toList());
  }

  /** Acts by their number of labels. */
  public static Table labelsPerAct(DatasetStatistics set) {
    List<List<String>> rows = new ArrayList<>();
    long sum = 0;
    for (Map.Entry<Long, Long> entry : set.labelsPerAct().entrySet()) {
      sum += entry.getValue();
      rows.add(
          List.of(
              entry.getKey().toString(),
              Table.count(entry.getValue()),
              Table.share((double) entry.getValue() / set.acts()),
              Table.share((double) sum / set.acts())));
    }
    return new Table(
        "Labels per act", set.name(), List.of("labels", "acts", "ratio", "cumulative"), rows);
  }

  /** Labels by number of acts that have them. */
  public static Table concepts(DatasetStatistics set) {
    long more = set.actsPerLabel().values().stream().filter(acts -> acts > 10).count();
    return new Table(
        "Concepts by number of acts",
        String.format(
            Locale.ROOT,
            "%s: %,d concepts are used, %,d of them in more than 10 acts",
            set.name(),
            set.actsPerLabel().size(),
            more),
        List.of("acts", "concepts"),
        ConceptHistogram.of(set.actsPerLabel().values()).stream()
            .map(bin -> List.of(bin.name(), Table.count(bin.labels())))
            .toList());
  }

  private static String mean(double words) {
    return String.format(Locale.ROOT, "%.0f", words);
  }
}
