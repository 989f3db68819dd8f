package org.solrlmtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.solrlmtc.readers.thesaurus.Thesauri;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.recipe.Recipe;

/** An Exact Match bundle made of a part of the demo acts, so that every label group occurs. */
public final class DemoBundle {
  public static final Path ACTS = Path.of("..", "demo", "acts");
  public static final String NAME = "demo-match";
  private static final int TRAINING_ACTS = 20;

  private DemoBundle() {}

  /** Trains the bundle inside a folder of models. */
  public static void train(Path work, Path models) throws IOException {
    trainingActs(work.resolve("data").resolve("train"));
    Training.run(
        new Recipe(NAME, "exact-match", "7", Map.of("zones", "full"), Map.of("maxLabels", 6)),
        TrainingData.in(work.resolve("data")),
        Thesauri.readCompact(Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv")),
        models.resolve(NAME),
        Map.of(),
        Progress.NONE);
  }

  /** Copies the training acts into a folder. */
  public static void trainingActs(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> acts = Files.list(ACTS)) {
      List<Path> first = acts.sorted().limit(TRAINING_ACTS).toList();
      for (Path act : first) {
        Files.copy(act, folder.resolve(act.getFileName()));
      }
    }
  }
}
