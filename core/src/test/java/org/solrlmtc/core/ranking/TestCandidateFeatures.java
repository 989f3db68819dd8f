package org.solrlmtc.core.ranking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.ensemble.CombinerContext;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.Neighbourhood;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

/** Food (0) above milk (1) and fish (2); whales (3) apart, which no training act has. */
class TestCandidateFeatures {
  private static final Thesaurus THESAURUS =
      TinyThesaurus.of(
          concept("food", List.of(), "foodstuff"),
          concept("milk", List.of("food"), "dairy produce"),
          concept("fish", List.of("food")),
          concept("whales", List.of()));
  private static final LabelSet LABELS =
      new LabelSet(List.of("food", "milk", "fish", "whales"), new int[] {4, 3, 2, 0});
  private static final LabelStatistics STATISTICS =
      new LabelStatistics(
          10,
          List.of("Decision"),
          new int[] {10},
          new int[] {4, 3, 2, 0},
          new int[][] {{4}, {3}, {2}, {0}},
          new int[][] {{1}, {0, 2}, {}, {}},
          new float[][] {{0.5f}, {0.75f, 0.25f}, {}, {}});
  private static final LabelNames NAMES = new LabelNames(LABELS, THESAURUS);
  private static final LegalAct ACT =
      new LegalAct("a", "Decision", "", "on dairy products", "Whereas fish is food", List.of(), "");
  private static final LabelScores MEMBER =
      LabelScores.dense(LABELS, new float[] {0.5f, 0.8f, 0.2f, 0});
  private static final Neighbourhood NEIGHBOURS =
      new Neighbourhood(new float[] {0.8f, 0.4f}, new int[][] {{1}, {0, 1, 2}});

  private static Concept concept(String id, List<String> broader, String... otherNames) {
    return new Concept(id, id, List.of(otherNames), broader, List.of(), false);
  }

  private static CandidateFeatures features(int candidates, Set<FeatureGroup> without) {
    CombinerContext context = new CombinerContext(List.of("linear"), LABELS, THESAURUS, Path::of);
    return new CandidateFeatures(context, NAMES, STATISTICS, candidates, without);
  }

  private static float[] column(String name) {
    CandidateFeatures features = features(4, Set.of());
    Candidates candidates =
        features.of(new RankingInput(NAMES.facts(ACT), List.of(MEMBER), NEIGHBOURS), MEMBER);
    assertArrayEquals(new int[] {1, 0, 2}, candidates.labels());
    int column = features.names().indexOf(name);
    assertTrue(column >= 0, features.names().toString());
    float[] values = new float[LABELS.size()];
    for (int i = 0; i < candidates.labels().length; i++) {
      values[candidates.labels()[i]] = candidates.rows()[i * features.names().size() + column];
    }
    return values;
  }

  @Test
  void membersGiveLogOddsAndRanks() {
    assertArrayEquals(
        new float[] {0, (float) Math.log(4), (float) -Math.log(4), 0},
        column("linear: log-odds"),
        1e-5f);
    assertArrayEquals(new float[] {1, 0, 2, 0}, column("linear: rank"));
    assertArrayEquals(new float[] {1.5f, 1.5f, 1.5f, 0}, column("mixture: sum of scores"), 1e-5f);
  }

  @Test
  void neighboursVote() {
    assertArrayEquals(new float[] {0.2f, 1, 0.2f, 0}, column("neighbours: vote, power 2"), 1e-5f);
    assertArrayEquals(
        new float[] {0.4f, 0.8f, 0.4f, 0},
        column("neighbours: similarity of the nearest with the label"));
    assertArrayEquals(new float[] {1, 2, 1, 0}, column("neighbours: number with the label"));
    assertArrayEquals(new float[] {2, 2, 2, 0}, column("neighbours: mean number of labels"));
  }

  @Test
  void likelyLabelsRaiseThoseThatOccurWithThem() {
    assertArrayEquals(
        new float[] {0.8f * 0.75f, 0.5f * 0.5f, 0.8f * 0.25f, 0},
        column("co-occurrence: sum over likely labels"),
        1e-4f);
  }

  @Test
  void theThesaurusRelatesCandidates() {
    assertArrayEquals(new float[] {0, 1, 1, 0}, column("thesaurus: depth"));
    assertArrayEquals(
        new float[] {0, 0.5f, 0.5f, 0}, column("thesaurus: best score of a broader candidate"));
    assertArrayEquals(
        new float[] {0.8f, 0, 0, 0}, column("thesaurus: best score of a narrower candidate"));
    assertArrayEquals(new float[] {0, 0.2f, 0.8f, 0}, column("thesaurus: best score of a sibling"));
  }

  @Test
  void namesAreFoundInHeaderAndText() {
    float[] header = column("names: largest share of a name in the header");
    assertTrue(header[1] > 0 && header[1] < 1, "dairy, but not produce: " + header[1]);
    assertEquals(0, header[2]);
    assertEquals(1, column("names: share of the descriptor in the text")[2]);
  }

  @Test
  void zeroShotLabelsAreCandidatesHoweverSmallTheirScores() {
    LabelScores mixture = LabelScores.dense(LABELS, new float[] {0.5f, 0.8f, 0.2f, 0.001f});
    Candidates candidates =
        features(1, Set.of())
            .of(new RankingInput(NAMES.facts(ACT), List.of(MEMBER), NEIGHBOURS), mixture);
    assertArrayEquals(new int[] {1, 3}, candidates.labels());
  }

  @Test
  void groupsCanBeLeftOutButNotAll() {
    assertFalse(
        features(4, Set.of(FeatureGroup.NAMES)).names().stream()
            .anyMatch(name -> name.startsWith("names")));
    assertThrows(
        IllegalArgumentException.class, () -> features(4, EnumSet.allOf(FeatureGroup.class)));
  }
}
