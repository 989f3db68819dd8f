package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.readers.thesaurus.Thesauri;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a model from a recipe. */
@Command(
    name = "train",
    description =
        "Train a model from a recipe and a data set, and write it as a bundle. The same command"
            + " resumes an interrupted training.")
public final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RECIPE",
      description = "Name of a recipe in conf/recipes, such as exact-match, or a YAML file.")
  private String recipe;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description =
          "Folder with the splits train... and dev..., in any format that 'lmtc index' reads, or a"
              + " file of further training acts; repeatable (required).")
  private List<Path> data = new ArrayList<>();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the bundle; its name becomes the model's name (required).")
  private Path out;

  @Option(
      names = "--thesaurus",
      paramLabel = "FILE",
      description = "Thesaurus in the compact form (default: conf/eurovoc/eurovoc-en.tsv).")
  private Optional<Path> thesaurus = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "Change a setting of the recipe, or of its decision rule; repeatable. The value is YAML:"
            + " --set maxNgram=1 --set zones=[full,H]. A setting in a section is given by its path:"
            + " --set schedule.epochs=15 --set decision.type=expected-f1 (default: the recipe as it"
            + " is)."
      })
  private Map<String, String> changes = new LinkedHashMap<>();

  @Option(
      names = "--seeds",
      paramLabel = "1..5|1,2,3",
      converter = Seeds.Converter.class,
      description =
          "Train once per random seed, into DIR-seed1, DIR-seed2 ..., and print means and standard"
              + " deviations. Bundles that exist are used (default: the recipe's seed).")
  private Optional<Seeds> seeds = Optional.empty();

  @ArgGroup private ResumeOption resumePolicy = new ResumeOption();

  /** The two exclude each other. */
  private static final class ResumeOption {
    @Option(
        names = "--resume",
        description =
            "Resume an interrupted training of the same recipe and data; fail if there is none"
                + " (default: resume if there is one, else start).")
    private boolean resume;

    @Option(
        names = "--restart",
        description =
            "Discard the checkpoints of an interrupted training, and start over (default: resume).")
    private boolean restart;

    ResumePolicy choice() {
      return resume ? ResumePolicy.REQUIRE : restart ? ResumePolicy.DISCARD : ResumePolicy.USE;
    }
  }

  @Override
  public Integer call() throws IOException {
    Layout layout = Layout.find();
    Map<String, Object> provenance = new LinkedHashMap<>();
    provenance.put("tool", ProgramVersion.text());
    Map<String, Object> parsedChanges = new TreeMap<>();
    changes.forEach((key, value) -> parsedChanges.put(key, parse(key, value)));
    Recipe changed = Recipe.read(layout.recipe(recipe));
    for (Map.Entry<String, Object> change : parsedChanges.entrySet()) {
      changed = changed.with(change.getKey(), change.getValue());
    }
    if (!parsedChanges.isEmpty()) {
      provenance.put("recipeChanges", parsedChanges);
    }
    if (seeds.isPresent()) {
      trainSeeds(changed, layout, provenance);
      return 0;
    }
    for (Recipe member : RecipeRun.membersToTrain(changed, layout.recipe(recipe), out)) {
      train(
          member,
          layout,
          out.toAbsolutePath().resolveSibling(member.name()),
          Map.of("tool", ProgramVersion.text()),
          ResumePolicy.USE);
    }
    train(changed, layout, out, provenance, resumePolicy.choice());
    return 0;
  }

  private void trainSeeds(Recipe recipe, Layout layout, Map<String, Object> provenance)
      throws IOException {
    SeedTable quality = new SeedTable();
    for (int seed : seeds.orElseThrow().all()) {
      Recipe seeded = recipe.with("seed", seed);
      Path target = out.toAbsolutePath().resolveSibling(out.getFileName() + "-seed" + seed);
      if (!isTrained(seeded, target)) {
        train(seeded, layout, target, provenance, resumePolicy.choice());
      }
      quality.add(
          seed, ModelBundle.open(target).manifest().quality().getOrDefault("dev", Map.of()));
    }
    spec.commandLine().getOut().print(quality.table().toText());
  }

  /** Whether a bundle is there, of the same recipe and data. */
  private boolean isTrained(Recipe recipe, Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      return false;
    }
    Map<String, Object> provenance = ModelBundle.open(target).manifest().provenance();
    boolean same =
        recipe.settings().equals(provenance.get("recipeSettings"))
            && TrainingData.of(data).identity().equals(provenance.get("data"));
    if (!same) {
      throw new UserError(
          target + " was trained with other settings or data: move it away, or give another --out");
    }
    spec.commandLine().getErr().println("note: " + target + " is already trained");
    return true;
  }

  private void train(
      Recipe what, Layout layout, Path target, Map<String, Object> provenance, ResumePolicy resume)
      throws IOException {
    ModelBundle bundle = run(layout).train(what, target, provenance, resume);
    report(bundle, target, spec.commandLine().getOut());
  }

  private RecipeRun run(Layout layout) {
    return new RecipeRun(
        data,
        Thesauri.readCompact(thesaurus.orElseGet(layout::euroVoc)),
        spec.commandLine().getErr());
  }

  /** Prints a summary of the bundle. */
  static void report(ModelBundle bundle, Path out, PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "wrote %s: %s, %,d labels%n  a label is %s%n",
        out,
        bundle.manifest().method(),
        bundle.labels().size(),
        bundle.manifest().decision().describe());
    bundle
        .manifest()
        .quality()
        .forEach(
            (split, measures) ->
                measures.forEach(
                    (measure, value) ->
                        stdout.printf(Locale.ROOT, "  %s %-14s %.4f%n", split, measure, value)));
  }

  private Object parse(String key, String value) {
    try {
      return Recipe.parseValue(value);
    } catch (TrainingException e) {
      throw new ParameterException(
          spec.commandLine(), "--set " + key + "=" + value + ": " + e.getMessage(), e);
    }
  }
}
