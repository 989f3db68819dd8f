package org.solrlmtc.cli.evaluate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.data.GoldSet;
import org.solrlmtc.cli.evaluate.report.ComparisonReport;
import org.solrlmtc.cli.evaluate.system.LabellingSystem;
import org.solrlmtc.cli.evaluate.system.PredictionsSystem;
import org.solrlmtc.cli.evaluate.system.SystemResults;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two systems. */
@Command(
    name = "compare",
    description = {
      "Compare two systems on the same acts, with p-values (approximate randomization).",
      "",
      "Measures of assigned labels use the paper's decision rule (score above 0.5). If one of the"
          + " systems is a bundle, further rows use each bundle's own rule; a file of predictions"
          + " keeps the paper's.",
      ""
    })
public final class CompareCommand implements Callable<Integer> {
  @Mixin private EvaluationOptions options;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "First system: a file of predictions, or a bundle's name or folder.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "Second system, in the same form.")
  private String second;

  @Option(
      names = "--measures",
      split = ",",
      paramLabel = "MEASURE",
      defaultValue =
          "RP@5,nDCG@5,micro-F1,macro-F1,frequent:RP@5,frequent:nDCG@5,few:RP@5,few:nDCG@5,"
              + "zero:RP@5,zero:nDCG@5",
      description = "Measures to compare, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<String> measureNames;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "" + RandomizationTest.DEFAULT_ITERATIONS,
      description = "Iterations of the significance test (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Override
  public Integer call() throws IOException {
    List<Measure> measures = measures();
    LabellingSystem a = system(first);
    LabellingSystem b = system(second);
    Optional<ModelBundle> anyBundle =
        Stream.of(a, b).flatMap(system -> system.bundle().stream()).findFirst();
    if (anyBundle.isEmpty() && measures.stream().anyMatch(m -> m.kind().isHierarchical())) {
      throw new UserError(
          "hierarchical measures need a thesaurus: compare with a bundle, which has one");
    }
    GoldSet gold = options.gold();
    EvaluationLabels labels = options.labels(gold, anyBundle);
    SystemResults.Request request =
        new SystemResults.Request(
            gold, labels, ks(measures), anyBundle.map(ModelBundle::thesaurus), true, Set.of());
    ComparisonReport report =
        ComparisonReport.of(
            gold,
            SystemResults.measure(a, request, act -> {}),
            SystemResults.measure(b, request, act -> {}),
            measures,
            iterations);
    PrintWriter out = options.out();
    out.print(options.json() ? report.toJson() : report.toText());
    out.flush();
    if (options.report().isPresent()) {
      report.page().write(options.report().get());
    }
    return 0;
  }

  private List<Measure> measures() {
    if (iterations < 1) {
      throw options.usageError("--iterations: " + iterations + " is not 1 or more");
    }
    try {
      return measureNames.stream().map(Measure::parse).toList();
    } catch (IllegalArgumentException e) {
      throw options.usageError("--measures: " + e.getMessage());
    }
  }

  private LabellingSystem system(String given) {
    return Files.isRegularFile(Path.of(given))
        ? new PredictionsSystem(Path.of(given), Optional.empty())
        : options.system(options.openBundle(given));
  }

  /** The cut-offs of the measures; if there is none, one that is not shown. */
  private static List<Integer> ks(List<Measure> measures) {
    List<Integer> ks =
        measures.stream().filter(measure -> measure.kind().isAtK()).map(Measure::k).toList();
    return ks.isEmpty() ? List.of(1) : ks;
  }
}
