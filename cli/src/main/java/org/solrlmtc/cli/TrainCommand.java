package org.solrlmtc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.thesaurus.Thesauri;
import org.solrlmtc.training.Recipe;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.TrainingData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a model from a recipe. */
@Command(
    name = "train",
    description = "Train a model from a recipe and a data set, and write it as a bundle.")
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RECIPE",
      description = "A recipe of conf/recipes by name (exact-match), or a YAML file.")
  private String recipe;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder with the splits train... and dev..., in any form that 'index' reads.")
  private Path data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The bundle's folder; its name becomes the model's name.")
  private Path out;

  @Option(
      names = "--thesaurus",
      paramLabel = "FILE",
      description = "Thesaurus in the compact form (default: conf/eurovoc/eurovoc-en.tsv).")
  private Optional<Path> thesaurus = Optional.empty();

  @Override
  public Integer call() throws IOException {
    Layout layout = Layout.find();
    Map<String, Object> provenance = new LinkedHashMap<>();
    provenance.put("tool", new Lmtc.ManifestVersion().getVersion()[0]);
    ModelBundle bundle;
    try (StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
      bundle =
          Training.run(
              Recipe.read(recipeFile(layout)),
              TrainingData.in(data),
              Thesauri.readCompact(thesaurus.orElseGet(layout::euroVoc)),
              out,
              provenance,
              progress);
    }
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        Locale.ROOT,
        "wrote %s: %s, %,d labels, threshold %.4f%n",
        out,
        bundle.manifest().method(),
        bundle.labels().size(),
        bundle.manifest().decision().threshold());
    bundle
        .manifest()
        .quality()
        .forEach(
            (split, measures) ->
                measures.forEach(
                    (measure, value) ->
                        stdout.printf(Locale.ROOT, "  %s %-14s %.4f%n", split, measure, value)));
    return 0;
  }

  private Path recipeFile(Layout layout) {
    Path file = Path.of(recipe);
    return Files.isRegularFile(file) || recipe.endsWith(".yaml") ? file : layout.recipe(recipe);
  }
}
