package org.solrlmtc.cli.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.training.recipe.ExpectedFigures;
import org.solrlmtc.training.recipe.Recipe;

/**
 * A training: a recipe with its random seed, on some data.
 *
 * @param file the recipe's file; those of members of an ensemble are beside it
 * @param recipe with the changes of its row
 * @param name what it is called in messages and tables
 * @param expected what the recipe should give and cost
 * @param key identifies recipe, seed, data and thesaurus; the name of the run's folder
 */
record Run(
    Path file,
    Recipe recipe,
    String name,
    Optional<Integer> seed,
    Optional<ExpectedFigures> expected,
    String key) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final String SEED = "seed";
  private static final int DIGEST_CHARS = 10;

  /**
   * @param recipe with the changes
   * @param changes the settings that are not those of the recipe's file
   * @param data the digest of the data set and the thesaurus
   */
  static Run of(
      Path file,
      Recipe recipe,
      Map<String, Object> changes,
      Optional<Integer> seed,
      Optional<ExpectedFigures> expected,
      String data) {
    Recipe seeded = seed.isPresent() ? recipe.with(SEED, seed.get()) : recipe;
    try {
      String digest =
          Sha256.of(
              JSON.writeValueAsString(
                  List.of(
                      seeded.method(),
                      seeded.version(),
                      seeded.settings(),
                      seeded.decision(),
                      data)));
      return new Run(
          file,
          seeded,
          seeded.name() + describe(changes) + seed.map(number -> ", seed " + number).orElse(""),
          seed,
          expected,
          seeded.name()
              + seed.map(number -> "-seed" + number).orElse("")
              + "-"
              + digest.substring(0, DIGEST_CHARS));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same run with other costs, where they are given. */
  Run costing(Optional<Double> cpuMinutes, Optional<Double> megabytes) {
    ExpectedFigures old =
        expected.orElse(
            new ExpectedFigures(
                Optional.empty(), Map.of(), 0, Optional.empty(), Optional.empty(), ""));
    return new Run(
        file,
        recipe,
        name,
        seed,
        Optional.of(
            new ExpectedFigures(
                old.data(),
                old.dev(),
                old.tolerance(),
                cpuMinutes.or(old::cpuMinutes),
                megabytes.or(old::megabytes),
                old.measured())),
        key);
  }

  /** Whether trainings of a recipe differ by their random seed. */
  static boolean isSeeded(Recipe recipe) {
    return recipe.settings().containsKey(SEED);
  }

  /** The settings that differ from those of the recipe's file. */
  static String describe(Map<String, Object> changes) {
    return changes.isEmpty() ? "" : " with " + changes.toString().replaceAll("[{}]", "");
  }
}
