package org.solrlmtc.cli.evaluate.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.LabelRow;
import org.solrlmtc.core.score.LabelGroup;

/** A tab-separated file with one line per label, for spreadsheets. */
public final class LabelRowsFile {
  private static final List<String> HEADER =
      List.of(
          "concept_id",
          "label",
          "group",
          "training_acts",
          "gold",
          "assigned",
          "right",
          "precision",
          "recall",
          "f1",
          "average_precision");

  private LabelRowsFile() {}

  /**
   * Writes the labels that are gold or assigned for at least one act; undefined values are empty.
   */
  public static void write(Evaluation results, EvaluationLabels labels, Path file)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(String.join("\t", HEADER) + "\n");
      for (LabelRow row : results.labels()) {
        out.write(String.join("\t", cells(row, labels)) + "\n");
      }
    }
  }

  private static List<String> cells(LabelRow row, EvaluationLabels labels) {
    boolean known = row.trainingActs().isPresent();
    return List.of(
        oneCell(row.label()),
        oneCell(labels.name(row.label())),
        known ? LabelGroup.of(row.trainingActs().getAsInt()).key() : "",
        known ? Integer.toString(row.trainingActs().getAsInt()) : "",
        Long.toString(row.support()),
        Long.toString(row.counts().assigned()),
        Long.toString(row.counts().truePositives()),
        number(row.counts().precision()),
        number(row.counts().recall()),
        number(row.counts().f1()),
        number(row.averagePrecision()));
  }

  private static String oneCell(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }
}
