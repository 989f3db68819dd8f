package org.solrlmtc.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.cli.Cli;
import org.solrlmtc.cli.DemoBundle;
import org.solrlmtc.core.bundle.BundleManifest;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.reference.Signal;

class TestTuneCommand {
  @TempDir Path folder;

  @BeforeEach
  void train() throws IOException {
    DemoBundle.trainingActs(folder.resolve("data").resolve("train"));
    Cli.succeed(
        "train",
        Path.of("..", "conf", "recipes", "exact-match.yaml"),
        "--data",
        folder.resolve("data"),
        "--out",
        folder.resolve("model"),
        "--thesaurus",
        Path.of("..", "conf", "eurovoc", "eurovoc-en.tsv"));
  }

  private Cli tune(Object... options) {
    List<Object> args =
        new ArrayList<>(List.of("tune", "--bundle", folder.resolve("model"), "--out"));
    args.add(folder.resolve("tuned"));
    args.addAll(List.of(options));
    return Cli.run(args.toArray());
  }

  private Path gold() {
    return folder.resolve("data").resolve("train");
  }

  @Test
  void aBundleIsWrittenAgainWithOtherThresholdsAndItsQuality() {
    Cli result = tune("--data", gold(), "--max-labels", 4);
    assertEquals(0, result.code(), result.err());
    ModelBundle before = ModelBundle.open(folder.resolve("model"));
    ModelBundle tuned = ModelBundle.open(folder.resolve("tuned"));
    assertEquals(before.manifest().files(), tuned.manifest().files());
    assertEquals(before.manifest().settings(), tuned.manifest().settings());
    assertEquals(4, tuned.manifest().decision().maxLabels());
    assertFalse(
        before.manifest().decision().threshold() == tuned.manifest().decision().threshold(),
        "the threshold of a bundle trained without dev is 0.5");
    assertTrue(tuned.manifest().quality().get("dev").get("micro-F1") > 0);
    assertEquals("train", tuned.manifest().provenance().get("thresholdsTunedOn"));
    assertEquals(before.manifest().provenance().get("data"), provenanceData(tuned));
  }

  private static Object provenanceData(ModelBundle bundle) {
    return bundle.manifest().provenance().get("data");
  }

  @Test
  void theBundleKnowsTheActsItWasTunedOn() {
    assertEquals(List.of(), ModelBundle.open(folder.resolve("model")).manifest().languages());
    assertEquals(0, tune("--data", gold(), "--words-per-label", 3).code());
    BundleManifest manifest = ModelBundle.open(folder.resolve("tuned")).manifest();
    assertEquals(List.of("en"), manifest.languages());
    assertTrue(manifest.reference().goldLabels() > 1);
    assertTrue(manifest.reference().of(Signal.BEST_SCORE).isPresent());
    assertEquals(3, manifest.decision().wordsPerLabel());
  }

  @Test
  void everyLabelCanHaveItsOwnThreshold() {
    assertEquals(0, tune("--data", gold(), "--label-thresholds").code());
    assertFalse(
        ModelBundle.open(folder.resolve("tuned"))
            .manifest()
            .decision()
            .labelThresholds()
            .isEmpty());
  }

  @Test
  void theNumberOfLabelsCanBeChosenPerAct() {
    Cli result =
        tune(
            "--data",
            gold(),
            "--decision",
            "expected-f1",
            "--expected-labels",
            3,
            "--min-labels",
            1);
    assertEquals(0, result.code(), result.err());
    DecisionRule rule = ModelBundle.open(folder.resolve("tuned")).manifest().decision();
    assertEquals(DecisionRule.Type.EXPECTED_F1, rule.type());
    assertEquals(3, rule.expectedLabels());
    assertEquals(0.05, rule.threshold());
    assertEquals(1, rule.minLabels());
    assertTrue(result.out().contains("the largest expected F1 with 3 gold labels"), result.out());
  }

  @Test
  void contradictoryOptionsAreRefused() {
    Cli type = tune("--data", gold(), "--decision", "threshold", "--expected-labels", 3);
    assertEquals(2, type.code());
    assertTrue(type.err().contains("need the type expected-f1"), type.err());
    Cli unknown = tune("--data", gold(), "--decision", "best");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("there is no decision type 'best'"), unknown.err());
    Cli most = tune("--data", gold(), "--min-labels", 4, "--max-labels", 3);
    assertEquals(2, most.code());
    assertTrue(most.err().contains("minLabels must be between 0 and maxLabels (3)"), most.err());
  }

  @Test
  void missingActsLeaveNoBundle() {
    Cli result = tune("--data", folder.resolve("nothing"));
    assertEquals(1, result.code());
    assertTrue(result.err().contains("nothing"), result.err());
    assertFalse(Files.exists(folder.resolve("tuned")));
  }
}
