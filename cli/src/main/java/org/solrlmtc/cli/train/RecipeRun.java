package org.solrlmtc.cli.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.Trainer;
import org.solrlmtc.training.Trainers;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Trains recipes on a data set, with a progress display.
 *
 * @param data the sources, as {@code lmtc train --data} takes them
 */
public record RecipeRun(List<Path> data, Thesaurus thesaurus, PrintWriter err) {

  /**
   * The recipes of an ensemble's members that are not trained yet: beside the ensemble's, with the
   * names of the members.
   *
   * @param file the ensemble's recipe
   * @param out the ensemble's bundle
   */
  public static List<Recipe> membersToTrain(Recipe ensemble, Path file, Path out) {
    List<Recipe> recipes = new ArrayList<>();
    Trainer trainer = Trainers.of(ensemble.method(), "recipe '" + ensemble.name() + "'");
    for (String bundle : trainer.requiredBundles(ensemble)) {
      boolean trained =
          Files.isDirectory(Path.of(bundle))
              || Files.isDirectory(out.toAbsolutePath().resolveSibling(bundle));
      Path member = file.resolveSibling(bundle + ".yaml");
      if (!trained && Files.isRegularFile(member)) {
        recipes.add(Recipe.read(member));
      }
    }
    return recipes;
  }

  /** Trains one recipe. */
  public ModelBundle train(
      Recipe what, Path target, Map<String, Object> provenance, ResumePolicy resume)
      throws IOException {
    try (StageProgress progress = new StageProgress(err)) {
      return Training.run(
          what,
          TrainingData.of(data),
          thesaurus,
          target,
          provenance,
          Resources.ofThisProcess().with(resume),
          progress);
    }
  }
}
