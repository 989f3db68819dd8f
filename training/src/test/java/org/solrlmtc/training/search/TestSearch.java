package org.solrlmtc.training.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;
import org.solrlmtc.training.search.Search.Algorithm;

class TestSearch {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Recipe RECIPE =
      new Recipe("test", "linear", "1", Map.of("maxNgram", 2), Map.of());

  @TempDir Path folder;

  private Path space(String yaml) throws IOException {
    return Files.writeString(folder.resolve("space.yaml"), yaml);
  }

  private Search search(String name, int stages, long seed) throws IOException {
    return new Search(
        RECIPE,
        SearchSpace.read(space("C: {log-uniform: [0.1, 10]}\nmaxNgram: {integer: [1, 3]}\n")),
        new Search.Settings(
            Algorithm.TPE, new SuccessiveHalving(3, stages), "RP@5", seed, "data of the test"),
        folder.resolve(name));
  }

  /** Best at C = 1 and maxNgram = 2; the fewer acts, the worse. */
  private static double objective(Recipe recipe, int actsDivisor) {
    double c = ((Number) recipe.settings().get("C")).doubleValue();
    int length = (Integer) recipe.settings().get("maxNgram");
    return 1 - Math.abs(Math.log10(c)) / 4 - Math.abs(length - 2) / 8.0 - actsDivisor / 100.0;
  }

  @Test
  void aStoppedSearchEndsWithTheSameTrials() throws IOException {
    Search whole = search("whole", 3, 1);
    whole.run(20, LONG, TestSearch::objective, trial -> {});
    for (int number : new int[] {3, 8, 20}) { // stopped twice, the second time in the middle
      search("stopped", 3, 1).run(number, LONG, TestSearch::objective, trial -> {});
      Files.writeString(
          folder.resolve("stopped").resolve("trials.jsonl"),
          "{\"trial\":99,\"sta",
          StandardOpenOption.APPEND);
    }
    List<String> expected = withoutTime(whole.trials());
    assertTrue(expected.size() > 24, expected.toString());
    assertEquals(expected, withoutTime(search("stopped", 3, 1).trials()));
    assertEquals(2, whole.best().orElseThrow().values().get("maxNgram"));
    assertEquals(2, whole.recipe(whole.best().orElseThrow()).settings().get("maxNgram"));
  }

  private static List<String> withoutTime(List<Trial> trials) {
    return trials.stream()
        .map(trial -> trial.number() + "/" + trial.stage() + trial.values() + trial.score())
        .toList();
  }

  @Test
  void onlyTheBestThirdOfAStageGoesOn() throws IOException {
    Search search = search("halving", 3, 2);
    List<Integer> divisors = new ArrayList<>();
    search.run(
        27,
        LONG,
        (recipe, divisor) -> {
          divisors.add(divisor);
          return objective(recipe, divisor);
        },
        trial -> {});
    assertEquals(27, divisors.stream().filter(divisor -> divisor == 9).count());
    long second = divisors.stream().filter(divisor -> divisor == 3).count();
    long third = divisors.stream().filter(divisor -> divisor == 1).count();
    // trials that came early may be overtaken, so there can be some more than a third
    assertTrue(second >= 9 && second <= 16, second + " trials at the second stage");
    assertTrue(third >= 3 && third <= 8, third + " trials on all acts");
    double bestOfFirst = bestAt(search, 0);
    assertEquals(bestOfFirst + 0.08, bestAt(search, 2), 1e-9);
  }

  private static double bestAt(Search search, int stage) {
    return search.trials().stream()
        .filter(trial -> trial.stage() == stage)
        .mapToDouble(trial -> trial.score().orElseThrow())
        .max()
        .orElseThrow();
  }

  @Test
  void valuesThatCannotBeTrainedAreLoggedAndTheSearchGoesOn() throws IOException {
    Search search = search("failing", 1, 3);
    search.run(
        12,
        LONG,
        (recipe, divisor) -> {
          if (recipe.settings().get("maxNgram").equals(3)) {
            throw new TrainingException("too many n-grams");
          }
          return objective(recipe, divisor);
        },
        trial -> {});
    assertEquals(12, search.trials().size());
    assertTrue(
        search.trials().stream()
            .anyMatch(trial -> trial.failure().equals(Optional.of("too many n-grams"))));
    assertTrue(search.best().isPresent());
  }

  @Test
  void aSearchThatOnlyFailsEndsWithTheReason() throws IOException {
    Search search = search("failing", 1, 3);
    TrainingException failure =
        assertThrows(
            TrainingException.class,
            () ->
                search.run(
                    12,
                    LONG,
                    (recipe, divisor) -> {
                      throw new TrainingException("no memory");
                    },
                    trial -> {}));
    assertTrue(failure.getMessage().contains("no memory"), failure.getMessage());
    assertEquals(3, search.trials().size());
  }

  @Test
  void noTrialBeginsAfterTheBudget() throws IOException {
    Search search = search("budget", 1, 1);
    search.run(5, Duration.ZERO, TestSearch::objective, trial -> {});
    assertEquals(List.of(), search.trials());
  }

  @Test
  void theFolderOfAnotherSearchIsRefused() throws IOException {
    search("one", 3, 1);
    TrainingException failure = assertThrows(TrainingException.class, () -> search("one", 3, 2));
    assertTrue(failure.getMessage().contains("trials.jsonl is of another search"));
  }

  @Test
  void aDamagedLogIsNamedByItsLine() throws IOException {
    search("one", 1, 1).run(2, LONG, TestSearch::objective, trial -> {});
    Path log = folder.resolve("one").resolve("trials.jsonl");
    Files.writeString(log, "{\"trial\":2}\n", StandardOpenOption.APPEND);
    TrainingException failure = assertThrows(TrainingException.class, () -> search("one", 1, 1));
    assertTrue(failure.getMessage().contains("trials.jsonl:4: "), failure.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour: {choice: [red, blue]}  | the search space sets colour = red: ",
        "maxNgram: {uniform: [1, 3]}    | the search space sets maxNgram = 1.0: ",
        "C: {uniform: [3, 1]}           | the range of 'C' must be [LOW, HIGH]",
        "C: {log-uniform: [0, 1]}       | its values must be above 0",
        "C: {uniform: [1]}              | must be [LOW, HIGH]",
        "C: {integer: [0.5, 3]}         | must have whole numbers",
        "C: {normal: [1, 3]}            | unknown kind 'normal'",
        "C: {choice: [1]}               | two or more values",
        "C: {choice: 1}                 | needs a list",
        "C: 1                           | space.yaml",
        "''                             | space.yaml: line 1: No content",
        "{}                             | space.yaml: a search space needs at least one parameter",
      })
  void aWrongSpaceIsRefusedBeforeAnythingIsTrained(String yaml, String message) throws IOException {
    Path file = space(yaml);
    TrainingException failure =
        assertThrows(TrainingException.class, () -> SearchSpace.read(file).check(RECIPE));
    assertTrue(failure.getMessage().contains(message), failure.getMessage());
  }
}
