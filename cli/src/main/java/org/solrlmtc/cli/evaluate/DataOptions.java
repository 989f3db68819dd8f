package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import picocli.CommandLine.Option;

/** What all commands that measure have in common: acts with their labels, and forms of output. */
final class DataOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description =
          "Acts with their labels: a file or folder. May be given several times, once a subset.")
  private List<Path> data;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Table of labels with the columns concept_id and train (or training_acts): decides the"
              + " label groups (default: labels.tsv beside the data, if there is one).")
  private Optional<Path> labels;

  @Option(names = "--json", description = "Print JSON, unrounded, instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write report.html (one file), report.md and the plots into this folder.")
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

  /** The table of labels, if one is given or stands beside the data. */
  Optional<EvaluationLabels> labels() throws IOException {
    Path beside = beside("labels.tsv");
    return labels.isPresent() || Files.exists(beside)
        ? Optional.of(EvaluationLabels.read(labels.orElse(beside)))
        : Optional.empty();
  }

  /** A neighbour of the first data. */
  Path beside(String name) {
    return data.get(0).toAbsolutePath().normalize().resolveSibling(name);
  }
}
