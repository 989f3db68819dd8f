package org.solrlmtc.cli.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.tune.ThresholdOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Tunes the thresholds of a trained bundle. */
@Command(
    name = "tune",
    description = {
      "Tune a bundle's thresholds on acts with gold labels, and write it again.",
      "",
      "Thresholds fit the acts they were tuned on: tune on acts like those to be labelled, and not"
          + " on those the model is judged by. The line 'thresholds of the other half' tells what"
          + " they reach on acts they have not seen.",
      ""
    })
public final class TuneCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;

  @Option(
      names = "--bundle",
      required = true,
      paramLabel = "BUNDLE",
      description = "The bundle: a folder, or a name in the models' folder.")
  private String bundleName;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Acts with gold labels: a file or folder.")
  private Path data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The new bundle's folder; its name becomes the model's name.")
  private Path out;

  @Option(
      names = "--label-thresholds",
      description =
          "A threshold for every label, drawn towards the common one the more, the fewer acts carry"
              + " the label (default: one for all).")
  private boolean labelThresholds;

  @Option(
      names = "--max-labels",
      paramLabel = "N",
      description = "At most so many labels an act (default: as before).")
  private Optional<Integer> maxLabels = Optional.empty();

  @Option(
      names = "--precision",
      paramLabel = "fp32|int8",
      converter = PrecisionConverter.class,
      description =
          "Store a network's numbers in another way: int8 is a quarter of the size and faster on"
              + " most processors (default: as before).")
  private Optional<Precision> precision = Optional.empty();

  /** Takes the names that recipes use. */
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
              bundle,
              changes,
              data,
              new ThresholdOptions(
                  maxLabels.orElse(bundle.manifest().decision().maxLabels()), labelThresholds),
              out,
              progress);
      TrainCommand.report(tuned, out, spec.commandLine().getOut());
    }
    return 0;
  }
}
