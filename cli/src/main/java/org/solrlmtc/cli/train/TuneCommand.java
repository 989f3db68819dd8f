package org.solrlmtc.cli.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.tune.DecisionOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Tunes the decision rule of a trained bundle. */
@Command(
    name = "tune",
    description = {
      "Tune a bundle's decision rule on acts with gold labels, and write a new bundle.",
      "",
      "Tune on acts similar to those to be labelled, and not on the acts used for evaluation:"
          + " thresholds overfit the acts they are tuned on. The lines with '2-fold cross-validated"
          + " thresholds' estimate the quality on unseen acts: each half is measured with the"
          + " thresholds of the other.",
      ""
    })
public final class TuneCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;

  @Option(
      names = "--bundle",
      required = true,
      paramLabel = "BUNDLE",
      description = "Bundle to tune: a name in the models folder, or a folder (required).")
  private String bundleName;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Acts with gold labels: a file or folder (required).")
  private Path data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the new bundle; its name becomes the model's name (required).")
  private Path out;

  @Option(
      names = "--decision",
      paramLabel = "threshold|expected-f1",
      converter = TypeConverter.class,
      description =
          "Type of the decision rule. threshold: all labels above a tuned threshold. expected-f1:"
              + " for each act, the number of labels with the largest expected F1 (default: as in"
              + " the bundle).")
  private Optional<DecisionRule.Type> decision = Optional.empty();

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description =
          "Labels are assigned only above this score (default: tuned; 0.05 for expected-f1).")
  private Optional<Double> threshold = Optional.empty();

  @Option(
      names = "--expected-labels",
      paramLabel = "N",
      description =
          "expected-f1 only: the number of gold labels to expect of an act; more of them assigns"
              + " more labels (default: their mean number in the data).")
  private Optional<Double> expectedLabels = Optional.empty();

  @Option(
      names = "--upper-threshold",
      paramLabel = "SCORE",
      description =
          "expected-f1 only: labels above this score are always assigned (default: tuned).")
  private Optional<Double> upperThreshold = Optional.empty();

  @Option(
      names = "--words-per-label",
      paramLabel = "N",
      description =
          "An act gets at most one label per N words that the model knows; 0: no such limit"
              + " (default: tuned on short copies of the acts).")
  private Optional<Double> wordsPerLabel = Optional.empty();

  @Option(
      names = "--label-thresholds",
      description =
          "One threshold per label, shrunk towards the global threshold the fewer acts have the"
              + " label (default: one global threshold).")
  private boolean labelThresholds;

  @Option(
      names = "--min-labels",
      paramLabel = "N",
      description =
          "Minimum number of labels per act; the best ones are assigned even if they score below"
              + " the threshold (default: as in the bundle).")
  private Optional<Integer> minLabels = Optional.empty();

  @Option(
      names = "--max-labels",
      paramLabel = "N",
      description = "Maximum number of labels per act (default: as in the bundle).")
  private Optional<Integer> maxLabels = Optional.empty();

  @Option(
      names = "--precision",
      paramLabel = "fp32|int8",
      converter = PrecisionConverter.class,
      description =
          "Precision of the network's weights: int8 is a quarter of the size and faster on most"
              + " CPUs (default: as in the bundle).")
  private Optional<Precision> precision = Optional.empty();

  /** Parses the names of types. */
  static final class TypeConverter implements ITypeConverter<DecisionRule.Type> {
    @Override
    public DecisionRule.Type convert(String value) {
      try {
        return DecisionRule.Type.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Parses the names that recipes use. */
  static final class PrecisionConverter implements ITypeConverter<Precision> {
    @Override
    public Precision convert(String value) {
      try {
        return Precision.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    ModelBundle bundle = models.open(bundleName);
    Map<String, Object> changes = new TreeMap<>();
    precision.ifPresent(chosen -> changes.put("precision", chosen.key()));
    try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
      ModelBundle tuned =
          Training.retune(
              bundle, changes, data, options(bundle.manifest().decision()), out, progress);
      TrainCommand.report(tuned, out, spec.commandLine().getOut());
    }
    return 0;
  }

  private DecisionOptions options(DecisionRule old) {
    try {
      return new DecisionOptions(
          decision.orElse(old.type()),
          threshold,
          labelThresholds,
          expectedLabels,
          upperThreshold,
          wordsPerLabel,
          minLabels.orElse(old.minLabels()),
          maxLabels.orElse(old.maxLabels()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
