package org.solrlmtc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.evaluation.BundleSystem;
import org.solrlmtc.cli.evaluation.EvaluationLabels;
import org.solrlmtc.cli.evaluation.GoldSet;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What {@code evaluate} and {@code compare} have in common: the gold labels and the bundles. */
final class EvaluationOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Acts with gold labels: a file or folder. May be given several times.")
  private List<Path> data;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Table of labels with the columns concept_id and train (or training_acts): decides the"
              + " label groups (default: labels.tsv beside the data, else the bundle's labels).")
  private Optional<Path> labels;

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Folder of the bundles that are given by name (default: onnx-models).")
  private Optional<Path> models;

  @Option(
      names = "--without-near-duplicates",
      description =
          "Measure a second time without the acts whose text repeats a training act once digits"
              + " and punctuation are dropped.")
  private boolean withoutNearDuplicates;

  @Option(
      names = "--train",
      paramLabel = "PATH",
      description =
          "The training acts, to find near duplicates (default: train.jsonl.gz beside the data).")
  private Optional<Path> train;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Acts scored at a time (default: the number of cores).")
  private Optional<Integer> threads;

  @Option(names = "--json", description = "Print JSON, unrounded, instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write report.html (one file), report.md and the plots into this folder.")
  private Optional<Path> report;

  boolean json() {
    return json;
  }

  Optional<Path> report() {
    return report;
  }

  GoldSet gold() throws IOException {
    if (!withoutNearDuplicates) {
      return GoldSet.read(data, Optional.empty());
    }
    Path known = train.orElseGet(() -> besideData("train.jsonl.gz"));
    if (!Files.exists(known)) {
      throw new UserError(
          "the training acts "
              + known
              + " do not exist: name them with --train, to find near"
              + " duplicates");
    }
    return GoldSet.read(data, Optional.of(GoldSet.nearDuplicatesOf(known)));
  }

  /**
   * The labels of the evaluation.
   *
   * @param bundle whose labels to take when there is no table
   */
  EvaluationLabels labels(Optional<ModelBundle> bundle) throws IOException {
    Path beside = besideData("labels.tsv");
    if (labels.isPresent() || Files.exists(beside)) {
      return EvaluationLabels.read(labels.orElse(beside));
    }
    return bundle
        .map(EvaluationLabels::of)
        .orElseThrow(
            () ->
                new UserError(
                    "no table of labels: there is no "
                        + beside
                        + "; name one with --labels, or a bundle"));
  }

  /** Opens a bundle by its folder, or by its name in the models' folder. */
  ModelBundle openBundle(String bundle) {
    try {
      Path folder = Path.of(bundle);
      return Files.isDirectory(folder)
          ? ModelBundle.open(folder)
          : ModelBundle.open(models.orElseGet(() -> Layout.find().models()), bundle);
    } catch (BundleException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  BundleSystem system(ModelBundle bundle) {
    int number = threads.orElseGet(() -> Runtime.getRuntime().availableProcessors());
    if (number < 1) {
      throw usageError("--threads: " + number + " is not 1 or more");
    }
    return new BundleSystem(bundle, number, err());
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Path besideData(String name) {
    return data.get(0).toAbsolutePath().normalize().resolveSibling(name);
  }
}
