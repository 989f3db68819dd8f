package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.readers.thesaurus.Thesauri;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.Fold;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.search.Search;
import org.solrlmtc.training.search.SearchSpace;
import org.solrlmtc.training.search.SuccessiveHalving;
import org.solrlmtc.training.search.Trial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Searches for the hyper-parameters of a recipe. */
@Command(
    name = "search",
    description = {
      "Search for the hyper-parameters of a recipe with the best result on dev, by the"
          + " tree-structured Parzen estimator (TPE) and successive halving.",
      "",
      "Writes trials.jsonl, a report with plots and best.yaml, the recipe with the best values. The"
          + " same command resumes an interrupted search.",
      ""
    })
public final class SearchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RECIPE",
      description = "Name of a recipe in conf/recipes, such as linear-svm, or a YAML file.")
  private String recipe;

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description =
          "The search space: which settings may have which values (default: the file in conf/search"
              + " with the name of the recipe).")
  private Optional<Path> space = Optional.empty();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description =
          "Folder with the splits train... and dev..., or a file of further training acts;"
              + " repeatable (required).")
  private List<Path> data = new ArrayList<>();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the results (required).")
  private Path out;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "30",
      description = "Number of different values to try (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Option(
      names = "--hours",
      paramLabel = "HOURS",
      description = "Begin no trial after this time, earlier runs included (default: no limit).")
  private Optional<Double> hours = Optional.empty();

  @Option(
      names = "--stages",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Stages of successive halving: with 3, values are tried on a ninth of the training acts,"
              + " the best third of them on a third, and the best third of these on all; 1: no"
              + " halving (default: ${DEFAULT-VALUE}).")
  private int stages;

  @Option(
      names = "--measure",
      paramLabel = "MEASURE",
      defaultValue = "RP@5",
      description =
          "Measure on dev to maximise, as in a bundle's manifest: RP@5, nDCG@5, micro-F1, few:RP@5"
              + " ... (default: ${DEFAULT-VALUE}).")
  private String measure;

  @Option(
      names = "--random",
      description = "Random values instead of TPE, for comparison (default: TPE).")
  private boolean random;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed of the search (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--thesaurus",
      paramLabel = "FILE",
      description = "Thesaurus in the compact form (default: conf/eurovoc/eurovoc-en.tsv).")
  private Optional<Path> thesaurus = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (trials < 1 || stages < 1 || stages > 5) {
      throw new ParameterException(
          spec.commandLine(), "--trials must be 1 or more, --stages 1 to 5");
    }
    try {
      Measure.parse(measure);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--measure: " + e.getMessage(), e);
    }
    Layout layout = Layout.find();
    Recipe base = Recipe.read(layout.recipe(recipe));
    TrainingData acts = TrainingData.of(data);
    Search search =
        new Search(
            base,
            SearchSpace.read(space.orElseGet(() -> layout.searchSpace(base.name()))),
            new Search.Settings(
                random ? Search.Algorithm.RANDOM : Search.Algorithm.TPE,
                new SuccessiveHalving(3, stages),
                measure,
                seed,
                acts.identity()),
            out);
    PrintWriter stdout = spec.commandLine().getOut();
    if (!search.trials().isEmpty()) {
      stdout.printf(Locale.ROOT, "resuming after %,d trials%n", search.trials().size());
    }
    Thesaurus concepts = Thesauri.readCompact(thesaurus.orElseGet(layout::euroVoc));
    search.run(
        trials,
        hours
            .map(given -> Duration.ofSeconds(Math.round(given * 3600)))
            .orElse(Duration.ofDays(999)),
        (changed, divisor) -> train(changed, acts.sampled(new Fold(1, divisor)), concepts),
        trial -> print(trial, stdout));
    SearchReport report = new SearchReport(base.name(), measure, stages, search.trials());
    report.page().write(out);
    stdout.print(report.best().toText());
    search
        .best()
        .ifPresent(
            best -> stdout.println("wrote " + writeBest(search.recipe(best)) + " and a report"));
    delete(work());
    return 0;
  }

  private double train(Recipe changed, TrainingData acts, Thesaurus concepts) throws IOException {
    Path bundle = work().resolve("trial");
    try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
      ModelBundle trained =
          Training.run(
              changed,
              acts,
              concepts,
              bundle,
              Map.of("tool", ProgramVersion.text()),
              Resources.ofThisProcess().withParsedActsIn(work().resolve("acts")),
              progress);
      Double value = trained.manifest().quality().getOrDefault("dev", Map.of()).get(measure);
      if (value == null) {
        throw new UserError(
            "--measure "
                + measure
                + " is not in the manifests of this recipe: "
                + trained.manifest().quality());
      }
      return value;
    } finally {
      delete(bundle);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      FileTrees.delete(folder);
    }
  }

  /** Parsed acts and the bundle in training; deleted when the search is done. */
  private Path work() {
    return out.resolve("work");
  }

  private static void print(Trial trial, PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "trial %d, stage %d: %s %s, %.0f s%n",
        trial.number(),
        trial.stage() + 1,
        trial.score().map(score -> String.format(Locale.ROOT, "%.4f", score)).orElse("failed"),
        trial.failure().orElse(trial.values().toString()),
        trial.seconds());
    stdout.flush();
  }

  private Path writeBest(Recipe best) {
    Path file = out.resolve("best.yaml");
    try {
      Files.writeString(file, best.toYaml());
    } catch (IOException e) {
      throw new UserError("cannot write " + file + ": " + e.getMessage(), e);
    }
    return file;
  }
}
