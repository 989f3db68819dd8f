package org.solrlmtc.cli.learn;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.train.RecipeRun;
import org.solrlmtc.cli.train.StageProgress;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.tune.DecisionOptions;

/**
 * Makes a new version of a bundle from reviewed acts.
 *
 * @param learned the acts to learn from
 */
record Challenger(ModelBundle champion, LearnFolder folder, Path learned, PrintWriter err) {
  /** The entry of the provenance: a list, one element per time that the bundle learned. */
  private static final String PROVENANCE = "learned";

  private static final String NETWORK = "onnx";

  /** A folder whose name says what is made in it, so that another task does not resume it. */
  private Path work(String task) throws IOException {
    Path place = folder.file("work");
    String digest = Sha256.of(champion.digest() + task + Sha256.of(learned));
    Path work = place.resolve(digest.substring(0, 16));
    if (Files.isDirectory(place) && !Files.isDirectory(work)) {
      FileTrees.delete(place);
    }
    return Files.createDirectories(work);
  }

  /** The bundle with a decision rule tuned on the acts. */
  ModelBundle tune() throws IOException {
    DecisionRule old = champion.manifest().decision();
    DecisionOptions options =
        new DecisionOptions(
            old.type(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            old.minLabels(),
            old.maxLabels());
    try (StageProgress progress = new StageProgress(err)) {
      return Training.retune(
          champion,
          Map.of(),
          learned,
          options,
          work("decision").resolve(champion.manifest().name()),
          progress);
    }
  }

  /** A model by a recipe, trained on the given data and the acts. */
  ModelBundle train(List<Path> data, Optional<String> given) throws IOException {
    Layout layout = Layout.find();
    Path file = recipe(layout, given);
    Recipe recipe = Recipe.read(file);
    List<Path> sources = new ArrayList<>(data);
    sources.add(learned);
    RecipeRun run = new RecipeRun(sources, champion.thesaurus(), err);
    Path out =
        work(recipe + " " + TrainingData.of(sources).identity())
            .resolve(champion.manifest().name());
    List<Recipe> recipes = RecipeRun.membersToTrain(recipe, file, out);
    recipes.add(recipe);
    for (Recipe each : recipes) {
      if (each.method().equals(NETWORK)) {
        throw new UserError(
            "the recipe '"
                + each.name()
                + "' trains a network, which takes hours: train it with 'lmtc train --data ... "
                + "--data "
                + learned
                + "', or use --what memory or decision");
      }
    }
    for (Recipe each : recipes) {
      boolean isMember = !each.name().equals(recipe.name());
      Path place = isMember ? out.resolveSibling(each.name()) : out;
      if (!Files.isDirectory(place)) {
        run.train(each, place, Map.of("tool", ProgramVersion.text()), ResumePolicy.USE);
      }
    }
    return ModelBundle.open(out);
  }

  private Path recipe(Layout layout, Optional<String> given) {
    if (given.isPresent()) {
      return layout.recipe(given.get());
    }
    Path named = layout.recipe(champion.manifest().name());
    Object trainedBy = champion.manifest().provenance().get("recipe");
    if (!Files.isRegularFile(named) && trainedBy != null) {
      named = layout.recipe(trainedBy.toString());
    }
    if (!Files.isRegularFile(named)) {
      throw new UserError(
          "there is no recipe for '" + champion.manifest().name() + "': name one with --recipe");
    }
    return named;
  }

  /**
   * The same model with its history.
   *
   * @param entry what was done, and how it compares
   */
  ModelBundle complete(ModelBundle made, Map<String, Object> entry) throws IOException {
    BundleManifest manifest = made.manifest();
    List<Object> entries = new ArrayList<>();
    if (champion.manifest().provenance().get(PROVENANCE) instanceof List<?> former) {
      entries.addAll(former);
    }
    entries.add(entry);
    Map<String, Object> provenance = new TreeMap<>(manifest.provenance());
    provenance.put(PROVENANCE, entries);
    Path place = made.folder().resolveSibling("complete");
    Files.createDirectories(place);
    try (BundleWriter writer =
        new BundleWriter(place.resolve(manifest.name()), made.labels(), made.thesaurus())) {
      for (String name : manifest.files().keySet()) {
        Files.copy(made.file(name), writer.file(name), StandardCopyOption.REPLACE_EXISTING);
      }
      return writer.finish(
          manifest.version(),
          manifest.method(),
          manifest.settings(),
          manifest.decision(),
          provenance,
          manifest.quality(),
          Optional.ofNullable(manifest.reference()));
    }
  }

  /** Deletes what was made: Solr has it now. */
  void delete() throws IOException {
    FileTrees.delete(folder.file("work"));
  }
}
