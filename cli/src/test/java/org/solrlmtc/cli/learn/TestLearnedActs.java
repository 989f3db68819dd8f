package org.solrlmtc.cli.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.ensemble.EnsembleScorer;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LearningScorer;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;

/**
 * The quality of {@code eurovoc-default} on acts that it never saw, before and after it learned
 * others of their kind one by one. The acts are given: {@code -Dlearned.acts=dev.jsonl.gz}. Half of
 * them are learned and the other half measured, then the other way round.
 */
@EnabledIfSystemProperty(named = "learned.acts", matches = ".+")
class TestLearnedActs {
  private static final Path BUNDLE = Path.of("..", "onnx-models", "eurovoc-default");
  private static final List<String> MEASURES = List.of("RP@5", "nDCG@5", "micro-F1", "few:RP@5");

  @TempDir Path folder;
  private final ModelBundle bundle = ModelBundle.open(BUNDLE);
  private final Map<String, EvaluatedRun> runs = new HashMap<>();

  private void measure(String run, LabelScorer scorer, DecisionRule rule, List<ActRecord> acts) {
    EvaluatedRun results =
        runs.computeIfAbsent(
            run, key -> new EvaluatedRun(EvaluationSettings.of(bundle.labels()).withRule(rule)));
    for (ActRecord record : acts) {
      results.add(
          ActPredictions.of(
              record.act().id(),
              scorer.score(List.of(record.act())).get(0),
              bundle.labels(),
              10,
              List.of(rule)),
          record.concepts());
    }
  }

  private void measureAll(String when, EnsembleScorer scorer, List<ActRecord> acts) {
    measure("eurovoc-default " + when, scorer, bundle.manifest().decision(), acts);
    LabelScorer neighbours =
        scorer.members().stream().filter(m -> m.learning().isPresent()).findFirst().orElseThrow();
    measure("neighbours " + when, neighbours, DecisionRule.above(0.3), acts);
  }

  @Test
  void confirmedActsImproveTheLabelsOfTheNextOnes() throws Exception {
    List<List<ActRecord>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    try (ActStream acts =
        ActStream.open(
            List.of(Path.of(System.getProperty("learned.acts"))),
            DamagePolicy.fatal(problem -> {}))) {
      int number = 0;
      while (acts.hasNext()) {
        halves.get(number++ % 2).add(acts.next());
      }
    }
    List<Double> milliseconds = new ArrayList<>();
    for (int learned = 0; learned < 2; learned++) {
      List<ActRecord> others = halves.get(1 - learned);
      try (LabelScorer opened = Scorers.open(bundle)) {
        EnsembleScorer scorer = (EnsembleScorer) opened;
        LearningScorer learning = scorer.learning().orElseThrow();
        measureAll("before", scorer, others);
        try (ActMemory memory = learning.openMemory(folder.resolve("memory-" + learned), 20_000)) {
          learning.use(memory);
          for (ActRecord record : halves.get(learned)) {
            // as a queue that a person works on: the act, and then its correction
            measure("eurovoc-default next", scorer, bundle.manifest().decision(), List.of(record));
            long start = System.nanoTime();
            memory.add(List.of(record));
            milliseconds.add((System.nanoTime() - start) / 1e6);
          }
          System.out.println(memory.status());
          measureAll("after", scorer, others);
        }
        try (ActMemory again = learning.openMemory(folder.resolve("memory-" + learned), 20_000)) {
          assertEquals(halves.get(learned).size(), again.status().acts());
        }
      }
    }
    double[] sorted = milliseconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "one addition: median %.1f ms, p99 %.1f ms, maximum %.1f ms%n",
        sorted[sorted.length / 2],
        sorted[sorted.length * 99 / 100],
        sorted[sorted.length - 1]);
    for (String model : List.of("eurovoc-default", "neighbours")) {
      for (String measure : MEASURES) {
        print(model + " before", model + " after", measure);
      }
    }
    for (String measure : MEASURES) {
      print("eurovoc-default before", "eurovoc-default next", measure);
    }
    Measure rp5 = Measure.parse("RP@5");
    assertTrue(
        runs.get("eurovoc-default after").value(rp5)
            > runs.get("eurovoc-default before").value(rp5));
    assertEquals(
        halves.stream().mapToInt(List::size).sum(),
        Arrays.stream(runs.get("neighbours after").perAct(rp5)).count());
  }

  private void print(String first, String second, String measure) {
    RandomizationTest.Result result =
        RandomizationTest.compare(
            runs.get(first), runs.get(second), Measure.parse(measure), 10_000, 1);
    System.out.printf(
        Locale.ROOT,
        "%s / %s: %s %.4f -> %.4f, p = %.4f (%d acts)%n",
        first,
        second,
        measure,
        result.first(),
        result.second(),
        result.p(),
        result.acts());
  }
}
