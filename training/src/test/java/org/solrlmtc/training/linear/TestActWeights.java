package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.settings.Settings;

class TestActWeights {
  private static ActWeights read(List<Map<String, Object>> entries) {
    return ActWeights.read(new Settings("linear", Map.of("actWeights", entries)));
  }

  private static float weight(ActWeights weights, String id, String source) {
    return weights.weight(new ActRecord(LegalAct.ofText(id, "milk"), "", List.of("1"), source));
  }

  @Test
  void theWeightsOfAllRulesThatAnActMatchesAreMultiplied() {
    ActWeights weights =
        read(
            List.of(
                Map.of("source", "titles", "weight", 0.5),
                Map.of("fromYear", 2014, "weight", 3),
                Map.of("source", "titles", "fromYear", 2018, "weight", 2)));
    assertEquals(1, weight(weights, "32013R0575", "data/train.jsonl.gz:1"));
    assertEquals(3, weight(weights, "32014R0001", "train.jsonl.gz:1"));
    assertEquals(.5f, weight(weights, "31999L0001", "data/titles.jsonl.gz:7"));
    assertEquals(3, weight(weights, "32018R0001", "titles/train.jsonl.gz:7"));
    assertEquals(3, weight(weights, "32018R0001", "titles.jsonl.gz:7") / .5f / 2);
    assertEquals(1, weight(weights, "no CELEX number", "train.jsonl.gz:1"));
  }

  @Test
  void withoutRulesEveryActCountsOnce() {
    assertEquals(1, weight(read(List.of()), "32018R0001", "train.jsonl.gz:1"));
  }

  @Test
  void wrongRulesAreRefusedByName() {
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("source", "titles", "weight", 0),
            Map.of("source", "titles", "weight", 1000),
            Map.of("weight", 2),
            Map.of("sources", "titles", "weight", 2))) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> read(List.of(wrong)));
      assertTrue(refused.getMessage().contains("actWeights"), refused.getMessage());
    }
  }
}
