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
import org.solrlmtc.core.bundle.ModelBundle;

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
  void missingActsLeaveNoBundle() {
    Cli result = tune("--data", folder.resolve("nothing"));
    assertEquals(1, result.code());
    assertTrue(result.err().contains("nothing"), result.err());
    assertFalse(Files.exists(folder.resolve("tuned")));
  }
}
