package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelSet;

/** Every measure against {@code tests/independent/measures.py}, which shares no line with it. */
class TestAgainstIndependentMeasures {
  private static final double TOLERANCE = 1e-9;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void findScript() {
    script = Path.of("").toAbsolutePath();
    while (script != null && !Files.exists(script.resolve("tests/independent/measures.py"))) {
      script = script.getParent();
    }
    assumeTrue(script != null, "tests/independent/measures.py is not above the working folder");
    script = script.resolve("tests/independent/measures.py");
    assumeTrue(hasPython(), "python3 is not installed");
  }

  @Test
  void agreeOnRandomPredictionsWithTies() throws Exception {
    Map<String, Set<String>> ancestors = RandomActs.ancestors();
    compare(
        RandomActs.labels(),
        // the nearest comes first, and is the parent
        label -> ancestors.get(label).stream().limit(1).toList(),
        ancestors,
        RandomActs.cases(500, 0.6, 1, 2),
        new DecisionRule(0.5, Map.of("l3", 0.25, "l4", 0.9), 6));
  }

  @Test
  void agreeOnTheDevelopmentActs() throws Exception {
    LabelSet labels = EvaluationCorpus.labels();
    Map<String, List<String>> parents = EvaluationCorpus.parents();
    Map<String, Set<String>> ancestors = new HashMap<>();
    parents.keySet().forEach(label -> ancestors.put(label, above(label, parents)));
    Random random = new Random(1);
    List<RandomActs.Case> cases = new ArrayList<>();
    EvaluationCorpus.forEachAct(
        "dev", (act, gold) -> cases.add(noisy(act.id(), gold, labels, random)));
    compare(
        labels,
        label -> parents.getOrDefault(label, List.of()),
        ancestors,
        cases,
        new DecisionRule(0.5, Map.of("1309", 0.8), 20));
  }

  /** Most gold labels, some of their neighbours in the label set and some labels at random. */
  private static RandomActs.Case noisy(
      String act, List<String> gold, LabelSet labels, Random random) {
    Set<String> predicted = new LinkedHashSet<>();
    for (String label : gold) {
      if (random.nextInt(4) > 0) {
        predicted.add(label);
      }
    }
    for (int i = 0; i < 15; i++) {
      predicted.add(labels.id((int) (labels.size() * Math.pow(random.nextDouble(), 2))));
    }
    List<Prediction> ranking = new ArrayList<>();
    for (String label : predicted) {
      double score = Math.min(1, random.nextDouble() * (gold.contains(label) ? 1.4 : 0.8));
      // half of the scores to two digits, for ties
      ranking.add(
          new Prediction(
              label, (float) (random.nextBoolean() ? score : Math.round(score * 100) / 100.0)));
    }
    ranking.sort((one, other) -> Float.compare(other.score(), one.score()));
    return new RandomActs.Case(new ActPredictions(act, ranking), gold);
  }

  private static Set<String> above(String label, Map<String, List<String>> parents) {
    Set<String> found = new LinkedHashSet<>();
    for (String parent : parents.getOrDefault(label, List.of())) {
      found.add(parent);
      found.addAll(above(parent, parents));
    }
    return found;
  }

  private void compare(
      LabelSet labels,
      Function<String, List<String>> parents,
      Map<String, Set<String>> ancestors,
      List<RandomActs.Case> cases,
      DecisionRule rule)
      throws Exception {
    EvaluationSettings settings =
        EvaluationSettings.of(labels)
            .withKs(List.of(1, 2, 5, 10, 15))
            .withRule(rule)
            .withAncestors(label -> ancestors.getOrDefault(label, Set.of()));
    Evaluator evaluator = new Evaluator(settings);
    EvaluatedRun run = new EvaluatedRun(settings);
    for (RandomActs.Case act : cases) {
      evaluator.add(act.predictions(), act.gold());
      run.add(act.predictions(), act.gold());
    }
    writeInputs(labels, ancestors.keySet(), parents, rule, cases);
    JsonNode independent =
        runScript("--k", "1,2,5,10,15", "--max-labels", Integer.toString(rule.maxLabels()));

    Evaluation evaluation = evaluator.evaluate();
    int compared = 0;
    for (Map.Entry<String, JsonNode> entry : independent.get("measures").properties()) {
      Measure measure = Measure.parse(entry.getKey());
      assertClose(entry.getKey(), entry.getValue(), evaluation.value(measure));
      assertClose(entry.getKey() + " by act", entry.getValue(), run.value(measure));
      compared++;
    }
    assertEquals(4 * (5 * 5 + 12), compared);
    assertSameLabels(independent.get("labels"), evaluation.labels());
    assertSameCalibration(independent.get("calibration"), evaluation.calibration());
  }

  private void assertSameLabels(JsonNode expected, List<LabelRow> rows) {
    assertEquals(expected.size(), rows.size());
    for (LabelRow row : rows) {
      Iterator<JsonNode> values = expected.get(row.label()).elements();
      assertEquals(values.next().asLong(), row.support(), row.label());
      assertEquals(values.next().asLong(), row.counts().truePositives(), row.label());
      assertEquals(values.next().asLong(), row.counts().falsePositives(), row.label());
      assertEquals(values.next().asLong(), row.counts().falseNegatives(), row.label());
      assertClose(row.label(), values.next(), row.counts().precision());
      assertClose(row.label(), values.next(), row.counts().recall());
      assertClose(row.label(), values.next(), row.counts().f1());
      assertClose(row.label(), values.next(), row.averagePrecision());
    }
  }

  private void assertSameCalibration(JsonNode expected, List<CalibrationBin> bins) {
    assertEquals(expected.size(), bins.size());
    for (int i = 0; i < bins.size(); i++) {
      assertEquals(expected.get(i).get(0).asLong(), bins.get(i).predictions());
      assertClose("mean score", expected.get(i).get(1), bins.get(i).meanScore());
      assertClose("share of gold", expected.get(i).get(2), bins.get(i).goldShare());
    }
  }

  private static void assertClose(String name, JsonNode expected, double value) {
    if (expected.isNull()) {
      assertTrue(Double.isNaN(value), name + " should be undefined, but is " + value);
    } else {
      assertEquals(expected.asDouble(), value, TOLERANCE, name);
    }
  }

  private void writeInputs(
      LabelSet labels,
      Set<String> concepts,
      Function<String, List<String>> parents,
      DecisionRule rule,
      List<RandomActs.Case> cases)
      throws IOException {
    List<String> rows = new ArrayList<>(List.of("concept_id\tlabel\ttrain"));
    for (int i = 0; i < labels.size(); i++) {
      rows.add(labels.id(i) + "\tname\t" + labels.trainingActs(i));
    }
    Files.write(folder.resolve("labels.tsv"), rows);
    Map<String, Map<String, Object>> thesaurus = new LinkedHashMap<>();
    concepts.forEach(concept -> thesaurus.put(concept, Map.of("parents", parents.apply(concept))));
    JSON.writeValue(folder.resolve("thesaurus.json").toFile(), thesaurus);
    JSON.writeValue(folder.resolve("thresholds.json").toFile(), rule.labelThresholds());
    List<String> gold = new ArrayList<>();
    try (PredictionsFile.Writer writer =
        new PredictionsFile.Writer(folder.resolve("predictions.jsonl.gz"))) {
      for (RandomActs.Case act : cases) {
        writer.write(act.predictions());
        gold.add(
            JSON.writeValueAsString(
                Map.of("celex_id", act.predictions().act(), "concepts", act.gold())));
      }
      writer.commit();
    }
    Files.write(folder.resolve("gold.jsonl"), gold);
  }

  private JsonNode runScript(String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", script.toString()));
    command.addAll(List.of("--predictions", folder.resolve("predictions.jsonl.gz").toString()));
    command.addAll(List.of("--gold", folder.resolve("gold.jsonl").toString()));
    command.addAll(List.of("--labels", folder.resolve("labels.tsv").toString()));
    command.addAll(List.of("--thesaurus", folder.resolve("thesaurus.json").toString()));
    command.addAll(List.of("--thresholds", folder.resolve("thresholds.json").toString()));
    command.addAll(List.of(more));
    Path output = folder.resolve("independent.json");
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the script takes too long");
    assertEquals(0, process.exitValue(), () -> read(errors));
    return JSON.readTree(output.toFile());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static boolean hasPython() {
    try {
      Process process =
          new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
