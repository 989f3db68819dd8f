package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.score.LabelGroup;
import org.solrlmtc.core.score.LabelSet;

class TestEurlex57k {
  private static final LabelSet LABELS = Eurlex57k.labels();

  private static long count(LabelGroup group) {
    return IntStream.range(0, LABELS.size()).filter(l -> LABELS.group(l) == group).count();
  }

  @Test
  void groupsHaveThePublishedSizes() {
    assertEquals(4271, LABELS.size());
    assertEquals(746, count(LabelGroup.FREQUENT));
    assertEquals(3362, count(LabelGroup.FEW));
    assertEquals(163, count(LabelGroup.ZERO));
    assertEquals("import", Eurlex57k.names().get("1309"));
    assertEquals(4271, Eurlex57k.names().size());
  }

  @Test
  void theTrainingSplitIsRecognisedByTheNumberOfActsPerLabel() {
    Map<String, Integer> counts = new HashMap<>();
    for (int label = 0; label < LABELS.size(); label++) {
      if (LABELS.trainingActs(label) > 0) {
        counts.put(LABELS.id(label), LABELS.trainingActs(label));
      }
    }
    assertTrue(Eurlex57k.isTrainingSplit(counts));
    counts.merge("1309", 1, Integer::sum);
    assertFalse(Eurlex57k.isTrainingSplit(counts), "an act more");
    counts.merge("1309", -1, Integer::sum);
    counts.put("x", 1);
    assertFalse(Eurlex57k.isTrainingSplit(counts), "a label more");
    assertFalse(Eurlex57k.isTrainingSplit(Map.of()));
  }
}
