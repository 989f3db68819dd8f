package org.solrlmtc.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.solrlmtc.training.recipe.Recipe;

class TestBudget {
  private static Budget.Candidate candidate(String name, double minutes, int value) {
    Recipe recipe = new Recipe(name, "linear", "1", Map.of(), Map.of());
    Run run = Run.of(Path.of(name), recipe, Map.of(), Optional.empty(), Optional.empty(), "data");
    return new Budget.Candidate(run, minutes, value);
  }

  private static List<String> best(List<Budget.Candidate> candidates, double minutes) {
    return Budget.best(candidates, minutes).stream().map(c -> c.run().recipe().name()).toList();
  }

  @Test
  void twoShortTrainingsBeatALongOneOfLessValue() {
    List<Budget.Candidate> candidates =
        List.of(candidate("long", 50, 100), candidate("a", 30, 60), candidate("b", 30, 60));
    assertEquals(List.of("a", "b"), best(candidates, 60));
    assertEquals(List.of("long"), best(candidates, 59));
    assertEquals(List.of("long", "a", "b"), best(candidates, 110));
    assertEquals(List.of(), best(candidates, 0));
    assertEquals(List.of(), best(candidates, -5));
  }

  @Test
  void theChoiceIsAsGoodAsTheBestOfAllSubsets() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      List<Budget.Candidate> candidates = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        candidates.add(candidate("c" + i, 1 + random.nextInt(40), 1 + random.nextInt(100)));
      }
      int minutes = random.nextInt(150);
      int largest = 0;
      for (int subset = 0; subset < 1 << candidates.size(); subset++) {
        double time = 0;
        int value = 0;
        for (int i = 0; i < candidates.size(); i++) {
          if ((subset >> i & 1) == 1) {
            time += candidates.get(i).minutes();
            value += candidates.get(i).value();
          }
        }
        largest = time <= minutes ? Math.max(largest, value) : largest;
      }
      List<Budget.Candidate> chosen = Budget.best(candidates, minutes);
      assertEquals(largest, chosen.stream().mapToInt(Budget.Candidate::value).sum());
    }
  }

  @Test
  void aFirstRunIsWorthMoreThanAllFurtherSeedsOfARow() {
    int further = 0;
    for (int seed = 1; seed < 10; seed++) {
      further += Budget.valueAfter(seed);
    }
    assertEquals(true, Budget.valueAfter(0) > further, "further seeds: " + further);
  }
}
