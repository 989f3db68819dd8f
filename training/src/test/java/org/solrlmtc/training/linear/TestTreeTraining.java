package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.linear.TreeScorerProvider;
import org.solrlmtc.training.TinyData;

/** 40 labels result in trees of three levels. */
class TestTreeTraining extends NgramTrainingTestCase {
  TestTreeTraining() {
    super(
        TreeScorerProvider.METHOD,
        Map.of(
            "trees",
            2,
            "branchingFactor",
            4,
            "maxLeafLabels",
            4,
            "beamWidth",
            3,
            "trainingBeamWidth",
            3),
        "level-0/block-0.bin");
  }

  @ParameterizedTest
  @CsvSource({"64, 64, 1", "10, 4, 2", "4, 4, 3", "1, 2, 7"})
  void treesHaveAsManyLevelsAsTheLabelsNeed(int maxLeafLabels, int branchingFactor, int levels)
      throws IOException {
    Map<String, Object> settings = with("maxLeafLabels", maxLeafLabels);
    settings.put("branchingFactor", branchingFactor);
    settings.put("beamWidth", 10);
    ModelBundle bundle = train("levels", randomData(), settings);
    assertEquals(levels, bundle.manifest().settings().get("levels"));
    assertEquals(List.of("c3"), best(bundle, "Here is " + TinyData.word(3), 1));
  }

  @Test
  void wrongSettingsOfTreesAreNamed() throws IOException {
    assertRefused("trees", 0);
    assertRefused("branchingFactor", 1);
    assertRefused("maxLeafLabels", 257);
    assertRefused("beamWidth", 0);
    assertRefused("loss", "hinge");
  }
}
