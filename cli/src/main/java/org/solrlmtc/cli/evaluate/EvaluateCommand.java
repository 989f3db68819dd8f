package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.evaluate.data.Breakdown;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.report.EvaluationReport;
import org.solrlmtc.cli.evaluate.report.LabelRowsFile;
import org.solrlmtc.cli.evaluate.system.LabellingSystem;
import org.solrlmtc.cli.evaluate.system.PredictionsSystem;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.PredictionsFile;
import org.solrlmtc.core.eval.significance.Bootstrap;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a bundle, with the scorer that Solr uses, or a file of predictions. */
@Command(
    name = "evaluate",
    description = {
      "Compare the labels of a bundle, or of a file of predictions, with gold labels.",
      "",
      "Results are reported for all labels and by group: frequent (50 training acts or more), few"
          + " (1 to 49) and zero. Ties between scores are broken by the order of the model's"
          + " labels.",
      ""
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final double CONFIDENCE = 0.95;

  /** Fixed, so that intervals are reproducible. */
  private static final long SEED = 1;

  @Mixin private EvaluationOptions options;

  @Option(
      names = "--bundle",
      paramLabel = "BUNDLE",
      description =
          "Bundle to measure: a name in the models folder, or a folder. With --predictions: the"
              + " bundle they come from, for its decision rule, labels and thesaurus. At least one"
              + " of the two options is required.")
  private Optional<String> bundle;

  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Measure the predictions of this file (default: score the acts with the bundle).")
  private Optional<Path> predictions;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description =
          "Save the predictions, one JSON line per act, with enough labels for every measure;"
              + " compressed when the name ends in .gz (default: not saved).")
  private Optional<Path> save;

  @Option(
      names = "--k",
      split = ",",
      defaultValue = "1,5,10",
      paramLabel = "K",
      description = "Cut-offs of the ranking measures, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private List<Integer> ks;

  @Option(
      names = "--by",
      split = ",",
      paramLabel = "BREAKDOWN",
      description =
          "Also measure parts of the acts: ${COMPLETION-CANDIDATES} (year: of the CELEX number;"
              + " length: number of words) (default: none).")
  private Set<Breakdown> breakdowns = EnumSet.noneOf(Breakdown.class);

  @Option(
      names = "--confidence",
      description = "Add 95%% confidence intervals (bootstrap over acts) (default: none).")
  private boolean confidence;

  @Option(
      names = "--per-label",
      paramLabel = "FILE",
      description =
          "Write a table with one line per label, separated by tabs (default: not written).")
  private Optional<Path> perLabel;

  @Override
  public Integer call() throws IOException {
    checkUsage();
    Optional<ModelBundle> model = bundle.map(options::openBundle);
    LabellingSystem system =
        predictions
            .<LabellingSystem>map(file -> new PredictionsSystem(file, model))
            .orElseGet(() -> options.system(model.orElseThrow()));
    GoldSet gold = options.gold();
    EvaluationLabels labels = options.labels(gold, model);
    SystemResults measured =
        measure(
            system,
            new SystemResults.Request(
                gold, labels, ks, model.map(ModelBundle::thesaurus), confidence, breakdowns));
    EvaluationReport report =
        EvaluationReport.of(
            measured,
            gold,
            labels,
            confidence ? intervals(measured.all().actsUnderPaperRule()) : List.of());
    PrintWriter out = options.out();
    out.print(options.json() ? report.toJson() : report.toText());
    out.flush();
    if (perLabel.isPresent()) {
      LabelRowsFile.write(report.assigned(), labels, perLabel.get());
    }
    if (options.report().isPresent()) {
      report.page().write(options.report().get());
    }
    return 0;
  }

  private void checkUsage() throws IOException {
    if (bundle.isEmpty() && predictions.isEmpty()) {
      throw options.usageError("give --bundle, --predictions or both");
    }
    if (predictions.isPresent() && save.isPresent()) {
      throw options.usageError("--save needs a --bundle to score, without --predictions");
    }
    for (int k : ks) {
      if (k < 1 || k > EvaluationSettings.MAX_K) {
        throw options.usageError("--k: " + k + " is not between 1 and " + EvaluationSettings.MAX_K);
      }
    }
    // fail now rather than after an hour of scoring
    if (perLabel.isPresent()) {
      Files.createDirectories(perLabel.get().toAbsolutePath().getParent());
    }
    if (save.isPresent()) {
      Files.createDirectories(save.get().toAbsolutePath().getParent());
    }
  }

  private SystemResults measure(LabellingSystem system, SystemResults.Request request)
      throws IOException {
    if (save.isEmpty()) {
      return SystemResults.measure(system, request, act -> {});
    }
    try (PredictionsFile.Writer writer = new PredictionsFile.Writer(save.get())) {
      SystemResults measured =
          SystemResults.measure(
              system,
              request,
              act -> {
                try {
                  writer.write(act);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      writer.commit();
      return measured;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private List<Bootstrap.Interval> intervals(EvaluatedRun run) {
    int k = ks.contains(5) ? 5 : ks.get(0);
    List<Bootstrap.Interval> intervals = new ArrayList<>();
    for (EvaluationGroup group : EvaluationGroup.values()) {
      for (Measure measure :
          List.of(
              new Measure(group, Measure.Kind.R_PRECISION_AT_K, k),
              new Measure(group, Measure.Kind.NDCG_AT_K, k),
              new Measure(group, Measure.Kind.MICRO_F1, 0),
              new Measure(group, Measure.Kind.MACRO_F1, 0))) {
        if (!Double.isNaN(run.value(measure))) {
          intervals.add(
              Bootstrap.interval(run, measure, Bootstrap.DEFAULT_RESAMPLES, CONFIDENCE, SEED));
        }
      }
    }
    return intervals;
  }
}
