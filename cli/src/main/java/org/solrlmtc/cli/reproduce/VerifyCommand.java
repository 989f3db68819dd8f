package org.solrlmtc.cli.reproduce;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.eval.Eurlex57k;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.recipe.ExpectedFigures;
import org.solrlmtc.training.recipe.Recipe;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains recipes and compares their figures with the expected ones. */
@Command(
    name = "verify",
    description = {
      "Verify that recipes give the figures that stand in their files: train them, or use what"
          + " 'lmtc reproduce' trained, and compare the quality on dev. Exit code 1: a figure is"
          + " off by more than the tolerance.",
      ""
    })
public final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "RECIPE",
      description =
          "Recipes in conf/recipes, or YAML files (default: all in conf/recipes with expected"
              + " figures).")
  private List<String> recipes = List.of();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder with the splits train... and dev... (required).")
  private Path data;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description = "Folder of the trained bundles (default: ${DEFAULT-VALUE}).")
  private Path work;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Append a dated row per recipe to this Markdown table, such as docs/reproduction-log.md"
              + " (default: no log).")
  private Optional<Path> log = Optional.empty();

  @Option(
      names = "--thesaurus",
      paramLabel = "FILE",
      description = "Thesaurus in the compact form (default: conf/eurovoc/eurovoc-en.tsv).")
  private Optional<Path> thesaurus = Optional.empty();

  /**
   * A recipe's figures.
   *
   * @param wrong the measures that are off by more than the tolerance
   */
  private record Verdict(Run run, Map<String, Double> measured, List<String> wrong) {}

  @Override
  public Integer call() throws IOException {
    Layout layout = Layout.find();
    Files.createDirectories(work);
    PrintWriter stdout = spec.commandLine().getOut();
    DataSet set = DataSet.read(data);
    Runs runs =
        new Runs(
            work,
            TrainingData.in(data),
            thesaurus.orElseGet(layout::euroVoc),
            Optional.empty(),
            spec.commandLine().getErr());
    Map<Run, Integer> wanted = new LinkedHashMap<>();
    for (Path file : files(layout)) {
      Run run = runs.run(file);
      check(run, set);
      wanted.put(run, Budget.valueAfter(0));
    }
    MissingRuns missing = new MissingRuns(runs, wanted, Optional.empty(), set.parsedMegabytes());
    stdout.print(missing.describe());
    stdout.flush();
    missing.checkDisk(work);
    List<Selection.LeftOut> failed = missing.train(stdout);
    List<Verdict> verdicts = new ArrayList<>();
    for (Run run : wanted.keySet()) {
      if (runs.isTrained(run)) {
        verdicts.add(verdict(run, runs));
      }
    }
    stdout.print(table(verdicts).toText());
    stdout.flush();
    if (log.isPresent()) {
      append(log.get(), verdicts, runs);
    }
    return failed.isEmpty() && verdicts.stream().allMatch(verdict -> verdict.wrong().isEmpty())
        ? 0
        : 1;
  }

  private List<Path> files(Layout layout) throws IOException {
    if (!recipes.isEmpty()) {
      return recipes.stream().map(layout::recipe).toList();
    }
    try (Stream<Path> all = Files.list(layout.recipes())) {
      return all.filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> Recipe.expected(file).map(f -> !f.dev().isEmpty()).orElse(false))
          .sorted()
          .toList();
    }
  }

  /** Figures of other data say nothing, so that must be known before anything is trained. */
  private static void check(Run run, DataSet set) {
    ExpectedFigures expected =
        run.expected()
            .filter(figures -> !figures.dev().isEmpty())
            .orElseThrow(
                () ->
                    new UserError(
                        run.file() + " has no expected figures: expected.dev is missing"));
    if (expected.data().filter(Eurlex57k.NAME::equals).isPresent() && !set.isBenchmark()) {
      throw new UserError(
          run.file()
              + " expects figures on EURLEX57K, but the labels of these training acts are not those"
              + " of its training split: give its folder as --data");
    }
  }

  private static Verdict verdict(Run run, Runs runs) {
    ExpectedFigures expected = run.expected().orElseThrow();
    Map<String, Double> measured = new TreeMap<>();
    Map<String, Double> quality =
        runs.open(run).manifest().quality().entrySet().stream()
            .filter(split -> split.getKey().matches("dev(, \\d+-fold cross-fitted)?"))
            .findFirst()
            .map(Map.Entry::getValue)
            .orElse(Map.of());
    List<String> wrong = new ArrayList<>();
    new TreeMap<>(expected.dev())
        .forEach(
            (measure, figure) -> {
              double value = quality.getOrDefault(measure, Double.NaN);
              measured.put(measure, value);
              // the negation counts a figure that is missing, too
              if (!(Math.abs(value - figure) <= expected.tolerance())) {
                wrong.add(measure);
              }
            });
    return new Verdict(run, measured, wrong);
  }

  private static Table table(List<Verdict> verdicts) {
    List<List<String>> rows = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      ExpectedFigures expected = verdict.run().expected().orElseThrow();
      verdict
          .measured()
          .forEach(
              (measure, value) ->
                  rows.add(
                      List.of(
                          verdict.run().name(),
                          measure,
                          figure(expected.dev().get(measure)),
                          figure(value),
                          String.format(Locale.ROOT, "%+.4f", value - expected.dev().get(measure)),
                          figure(expected.tolerance()),
                          verdict.wrong().contains(measure) ? "OFF" : "ok")));
    }
    return new Table(
        "Figures on dev",
        "With each model's own decision rule.",
        List.of("training", "measure", "expected", "measured", "difference", "tolerance", ""),
        rows);
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static void append(Path file, List<Verdict> verdicts, Runs runs) throws IOException {
    StringBuilder lines = new StringBuilder();
    if (!Files.exists(file)) {
      lines.append("| date | program | training | figures on dev | CPU minutes | verdict |\n");
      lines.append("|---|---|---|---|---:|---|\n");
    }
    for (Verdict verdict : verdicts) {
      List<String> figures = new ArrayList<>();
      verdict.measured().forEach((measure, value) -> figures.add(measure + " " + figure(value)));
      lines.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %.1f | %s |%n",
              LocalDate.now(ZoneOffset.UTC),
              ProgramVersion.text(),
              verdict.run().key(),
              String.join(", ", figures),
              runs.effort(verdict.run()).cpuSeconds() / 60,
              verdict.wrong().isEmpty() ? "as expected" : "off: " + verdict.wrong()));
    }
    Files.writeString(file, lines.toString(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
