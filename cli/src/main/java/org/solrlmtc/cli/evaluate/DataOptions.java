package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import picocli.CommandLine.Option;

/** The common options of all commands that measure: acts with gold labels, and output formats. */
final class DataOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description =
          "Acts with gold labels: a file or folder; repeatable, once per subset (required).")
  private List<Path> data;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Table of labels that defines the label groups, with the columns concept_id and train (or"
              + " training_acts) (default: labels.tsv beside the data; else EURLEX57K's, if it has"
              + " all gold labels of the data).")
  private Optional<Path> labels;

  @Option(names = "--json", description = "Print JSON, unrounded, instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write report.html, report.md and the plots into this folder (default: no report).")
  private Optional<Path> report;

  List<Path> data() {
    return data;
  }

  boolean json() {
    return json;
  }

  Optional<Path> report() {
    return report;
  }

  /** The table of labels, if one is given or is beside the data. */
  Optional<EvaluationLabels> givenLabels() throws IOException {
    Path beside = beside("labels.tsv");
    return labels.isPresent() || Files.exists(beside)
        ? Optional.of(EvaluationLabels.read(labels.orElse(beside)))
        : Optional.empty();
  }

  /**
   * The benchmark's table of labels, if it has all of these gold labels. A bundle's own labels
   * would put other labels into the groups than the published figures have.
   */
  static Optional<EvaluationLabels> benchmarkLabels(Collection<String> gold) {
    EvaluationLabels benchmark = EvaluationLabels.benchmark();
    return !gold.isEmpty() && benchmark.contains(gold) ? Optional.of(benchmark) : Optional.empty();
  }

  /** A file in the folder of the first data. */
  Path beside(String name) {
    return data.get(0).toAbsolutePath().normalize().resolveSibling(name);
  }
}
