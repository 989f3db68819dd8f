package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.system.BundleSystem;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common options of {@code evaluate} and {@code compare}: gold labels and bundles. */
final class EvaluationOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private DataOptions data;
  @Mixin private ModelsOption models;

  @Option(
      names = "--without-near-duplicates",
      description =
          "Measure a second time without near duplicates: acts whose text repeats a training act"
              + " once digits, punctuation and case are removed.")
  private boolean withoutNearDuplicates;

  @Option(
      names = "--train",
      paramLabel = "PATH",
      description =
          "Training acts, to find near duplicates (default: train.jsonl.gz beside the data).")
  private Optional<Path> train;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of acts scored concurrently (default: the number of cores).")
  private Optional<Integer> threads;

  boolean json() {
    return data.json();
  }

  Optional<Path> report() {
    return data.report();
  }

  GoldSet gold() throws IOException {
    if (!withoutNearDuplicates) {
      return GoldSet.read(data.data(), Optional.empty());
    }
    Path known = train.orElseGet(() -> data.beside("train.jsonl.gz"));
    if (!Files.exists(known)) {
      throw new UserError(
          "the training acts "
              + known
              + " do not exist: name them with --train, to find near duplicates");
    }
    return GoldSet.read(data.data(), Optional.of(GoldSet.nearDuplicatesOf(known)));
  }

  /**
   * The labels of the evaluation.
   *
   * @param bundle the bundle whose labels are used when there is no table
   */
  EvaluationLabels labels(GoldSet gold, Optional<ModelBundle> bundle) throws IOException {
    return data.givenLabels()
        .or(() -> DataOptions.benchmarkLabels(gold.labels()))
        .or(() -> bundle.map(EvaluationLabels::of))
        .orElseThrow(
            () ->
                new UserError(
                    "no table of labels: there is no "
                        + data.beside("labels.tsv")
                        + "; name one with --labels, or a bundle"));
  }

  /** Opens a bundle by its folder, or by its name in the models folder. */
  ModelBundle openBundle(String bundle) {
    return models.open(bundle);
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
}
