package org.solrlmtc.core.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.SimilarAct;

class TestExplanation {

  private static Evidence header(int start, int end, float weight) {
    return new Evidence(Zone.HEADER, 0, start, end, weight);
  }

  @Test
  void theStrongestComesFirstAndTiesGoByPlace() {
    Evidence strong = new Evidence(Zone.RECITALS, 0, 0, 1, 2);
    assertEquals(
        List.of(strong, header(0, 5, 1), header(7, 9, 1)),
        Evidence.mergeOverlapping(List.of(header(7, 9, 1), strong, header(0, 5, 1)), 5));
  }

  @Test
  void overlappingPartsBecomeOnePassage() {
    // two passages, then one that bridges them
    assertEquals(
        List.of(header(0, 20, 9)),
        Evidence.mergeOverlapping(
            List.of(header(0, 8, 4), header(10, 20, 3), header(5, 12, 2)), 5));
    assertEquals(
        List.of(header(0, 8, 4), new Evidence(Zone.RECITALS, 0, 0, 8, 3)),
        Evidence.mergeOverlapping(
            List.of(header(0, 8, 4), new Evidence(Zone.RECITALS, 0, 0, 8, 3)), 5));
    assertEquals(
        2,
        Evidence.mergeOverlapping(List.of(header(0, 8, 4), header(8, 9, 3)), 5).size(),
        "only neighbours");
  }

  @Test
  void weakPartsDoNotWidenThePassagesOnceThereAreEnough() {
    List<Evidence> parts = List.of(header(0, 8, 4), header(10, 20, 3), header(5, 9, 1));
    assertEquals(List.of(header(0, 8, 4)), Evidence.mergeOverlapping(parts, 1));
    assertEquals(List.of(header(0, 9, 5), header(10, 20, 3)), Evidence.mergeOverlapping(parts, 2));
  }

  @Test
  void aPassageAgainstALabelIsNoEvidence() {
    for (float weight : new float[] {-1, Float.NaN}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> header(0, 1, weight));
      assertTrue(e.getMessage().endsWith("not " + weight), e.getMessage());
    }
  }

  @Test
  void anExplanationHasTheWordsAndAJsonForm() {
    LegalAct act = new LegalAct("a", "", "", "on \"fish\"", "", List.of(), "");
    Evidence fish = header(3, 9, 0.5f);
    assertEquals(
        "{'id':'7','passages':[{'zone':'header','section':0,'start':3,'end':9,".replace('\'', '"')
            + "\"text\":\"\\\"fish\\\"\",\"weight\":0.5}]}",
        new Explanation("7", List.of(new Explanation.Passage(fish, fish.text(act))), List.of())
            .toJson());
  }

  @Test
  void similarActsAreInTheJsonFormAndHaveATitleIfItIsStored() {
    assertEquals(
        "{'id':'7','passages':[],'similarActs':[{'id':'x','title':'On fish','similarity':0.75},"
                .replace('\'', '"')
            + "{'id':'y','similarity':0.5}]}".replace('\'', '"'),
        new Explanation(
                "7",
                List.of(),
                List.of(new SimilarAct("x", "On fish", 0.75f), new SimilarAct("y", "", 0.5f)))
            .toJson());
  }
}
