package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.decide.DecisionRule;

/** Order and grouping of acts change no digit. */
class TestEvaluatorMerging {
  private static final Map<String, Set<String>> ANCESTORS = RandomActs.ancestors();
  private static final EvaluationSettings SETTINGS =
      EvaluationSettings.of(RandomActs.labels())
          .withAncestors(label -> ANCESTORS.getOrDefault(label, Set.of()));

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyOrderAndGroupingGivesTheSameToTheLastDigit(long seed) {
    List<RandomActs.Case> cases = new ArrayList<>(RandomActs.cases(300, 0.5, seed, seed + 100));
    Evaluator whole = evaluatorOf(cases);
    Random random = new Random(seed);
    for (int shards : new int[] {1, 2, 3, 7}) {
      Collections.shuffle(cases, random);
      List<Evaluator> parts = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        parts.add(new Evaluator(SETTINGS));
      }
      for (RandomActs.Case act : cases) {
        parts.get(random.nextInt(shards)).add(act.predictions(), act.gold());
      }
      Evaluator merged = new Evaluator(SETTINGS);
      for (Evaluator part : parts) {
        if (random.nextBoolean()) {
          merged.merge(part);
        } else {
          merged.merge(new HashMap<>(part.state()));
        }
      }
      assertEquals(whole.state(), merged.state());
      // records compare doubles by their bits, NaN included
      assertEquals(whole.evaluate(), merged.evaluate());
    }
  }

  @Test
  void theStateHoldsEverything() {
    Evaluator evaluator = evaluatorOf(RandomActs.cases(50, 0.5, 7, 8));
    for (String key : evaluator.state().keySet()) {
      Map<String, String> damaged = new HashMap<>(evaluator.state());
      damaged.remove(key);
      Evaluator other = new Evaluator(SETTINGS);
      if (key.startsWith("label/") || key.contains("/hits/")) {
        other.merge(damaged);
        assertTrue(!other.state().equals(evaluator.state()), key + " should matter");
      } else {
        assertEquals(
            "the state of an evaluation lacks the entry " + key,
            assertThrows(IllegalArgumentException.class, () -> other.merge(damaged)).getMessage());
      }
    }
  }

  @Test
  void unreadableStatesAreRefusedAndChangeNothing() {
    Evaluator evaluator = evaluatorOf(RandomActs.cases(50, 0.5, 7, 8));
    Map<String, String> before = evaluator.state();
    for (String key : before.keySet()) {
      Map<String, String> damaged = new HashMap<>(before);
      damaged.put(key, "1,-2");
      assertThrows(IllegalArgumentException.class, () -> evaluator.merge(damaged), key);
    }
    assertEquals(before, evaluator.state());
  }

  @Test
  void evaluationsOfSomethingElseAreRefused() {
    Evaluator evaluator = new Evaluator(SETTINGS);
    for (EvaluationSettings other :
        List.of(
            SETTINGS.withKs(List.of(1)),
            SETTINGS.withRule(DecisionRule.above(0.4)),
            SETTINGS.withRule(new DecisionRule(0.5, Map.of("l1", 0.4), Integer.MAX_VALUE)),
            SETTINGS.withAveragePrecision(false),
            EvaluationSettings.of(RandomActs.labels()))) {
      for (Executable merging :
          List.<Executable>of(
              () -> evaluator.merge(new Evaluator(other).state()),
              () -> evaluator.merge(new Evaluator(other)))) {
        String message = assertThrows(IllegalArgumentException.class, merging).getMessage();
        assertTrue(message.startsWith("evaluations can only be merged when"), message);
      }
    }
  }

  @Test
  void withoutAveragePrecisionMemoryDoesNotGrowWithActs() {
    EvaluationSettings settings = SETTINGS.withAveragePrecision(false);
    Evaluator evaluator = new Evaluator(settings);
    for (RandomActs.Case act : RandomActs.cases(100, 0.5, 3, 4)) {
      evaluator.add(act.predictions(), act.gold());
    }
    assertTrue(
        evaluator.state().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("label/"))
            .allMatch(entry -> entry.getValue().endsWith(",")),
        "no label keeps scores");
    assertTrue(
        evaluator.evaluate().labels().stream()
            .allMatch(row -> Double.isNaN(row.averagePrecision())));
  }

  private static Evaluator evaluatorOf(List<RandomActs.Case> cases) {
    Evaluator evaluator = new Evaluator(SETTINGS);
    cases.forEach(act -> evaluator.add(act.predictions(), act.gold()));
    return evaluator;
  }
}
