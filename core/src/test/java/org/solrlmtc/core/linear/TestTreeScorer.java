package org.solrlmtc.core.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.NgramSettings;
import org.solrlmtc.core.text.NgramVocabulary;
import org.solrlmtc.core.text.Ngrams;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

/**
 * Two trees over six labels, each with three clusters of two; every label has its own word, which
 * has a positive weight for the label and for its cluster. The second tree pairs the labels
 * otherwise.
 */
class TestTreeScorer {
  private static final String WORDS = "milk cheese butter ship port harbour";
  private static final int[] PAIRED = {0, 1, 2, 3, 4, 5, 0, 3, 1, 4, 2, 5};

  @TempDir Path models;

  private static Map<String, Object> settings(int beam) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("zones", List.of("full"));
    settings.put("maxNgram", 1);
    settings.put("levels", 2);
    settings.put("beamWidth", beam);
    return settings;
  }

  private TreeScorer open(int beam) throws IOException {
    return (TreeScorer) Scorers.open(write("dairy", settings(beam), PAIRED, 6));
  }

  private ModelBundle write(String name, Map<String, Object> settings, int[] paired, int clusters)
      throws IOException {
    List<String> ids = IntStream.range(0, 7).mapToObj(i -> "c" + i).collect(Collectors.toList());
    Thesaurus thesaurus = TinyThesaurus.named(ids);
    // the last label was never trained
    LabelSet labels = new LabelSet(ids, new int[] {6, 5, 4, 3, 2, 1, 0});
    try (BundleWriter writer = new BundleWriter(models.resolve(name), labels, thesaurus)) {
      NgramVocabulary.of(names(), new int[] {9, 9, 9, 9, 9, 9}, 99)
          .write(writer.file(LinearScorerProvider.VOCABULARY));
      TreeLevel.write(
          writer.file(TreeScorerProvider.levelFile(0)),
          6,
          new int[] {0, 3, clusters},
          IntStream.range(0, clusters).toArray(),
          filled(clusters, -1),
          visitor -> {
            for (int cluster = 0; cluster < clusters; cluster++) {
              visitor.entry(cluster, PAIRED[2 * cluster], 1.5f);
              visitor.entry(cluster, PAIRED[2 * cluster + 1], 1.5f);
            }
          });
      TreeLevel.write(
          writer.file(TreeScorerProvider.levelFile(1)),
          6,
          new int[] {0, 2, 4, 6, 8, 10, 12},
          paired,
          filled(12, -1),
          visitor -> {
            for (int column = 0; column < 12; column++) {
              visitor.entry(column, PAIRED[column], 2);
            }
          });
      return writer.finish(
          "1", TreeScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  private static float[] filled(int size, float value) {
    float[] filled = new float[size];
    java.util.Arrays.fill(filled, value);
    return filled;
  }

  private static long[] names() {
    Set<Long> names = new LinkedHashSet<>();
    Map<String, Object> text = Map.of("zones", List.of("full"), "maxNgram", 1);
    new Ngrams(NgramSettings.read(new Settings("test", text)))
        .forEach(LegalAct.ofText("a", WORDS), (words, hash, start, end) -> names.add(hash));
    return names.stream().mapToLong(Long::longValue).toArray();
  }

  private static List<ScoredLabel> score(TreeScorer scorer, String text) {
    return scorer.score(List.of(LegalAct.ofText("a", text))).get(0).top(7);
  }

  @Test
  void aWideBeamComesToAllLabelsAndANarrowOneToTheClustersOfTheBest() throws IOException {
    try (TreeScorer wide = open(Integer.MAX_VALUE);
        TreeScorer narrow = open(1)) {
      assertEquals(6, score(wide, "cheese").size(), () -> "all labels: " + score(wide, "cheese"));
      assertEquals("c1", score(wide, "cheese").get(0).id());
      // milk is paired with cheese in one tree, with port in the other
      assertEquals(
          Set.of("c1", "c0", "c4"),
          score(narrow, "cheese").stream().map(ScoredLabel::id).collect(Collectors.toSet()));
      assertEquals(score(wide, "cheese").get(0), score(narrow, "cheese").get(0));
    }
  }

  @Test
  void scoresDependNeitherOnTheBatchNorOnTheThread() throws IOException {
    List<LegalAct> acts =
        IntStream.range(0, 60)
            .mapToObj(
                i -> LegalAct.ofText("a", WORDS.split(" ")[i % 6] + " " + WORDS.split(" ")[i % 5]))
            .collect(Collectors.toList());
    try (TreeScorer scorer = open(2)) {
      List<List<ScoredLabel>> together =
          scorer.score(acts).stream().map(scores -> scores.top(7)).collect(Collectors.toList());
      for (int run = 0; run < 5; run++) {
        assertEquals(
            together,
            IntStream.range(0, acts.size())
                .parallel()
                .mapToObj(i -> scorer.score(List.of(acts.get(i))).get(0).top(7))
                .collect(Collectors.toList()));
      }
    }
  }

  @Test
  void anActWithNoKnownWordGetsNoLabel() throws IOException {
    try (TreeScorer scorer = open(3)) {
      assertEquals(List.of(), score(scorer, "wine"));
    }
  }

  @Test
  void evidenceIsTheLabelsOwnWord() throws IOException {
    try (TreeScorer scorer = open(3)) {
      LegalAct act = LegalAct.ofText("a", "Of milk, and of butter");
      // the last label was never trained
      assertTrue(scorer.explains());
      List<List<Evidence>> evidence = scorer.explain(act, new int[] {2, 0, 6}, 5);
      assertEquals(1, evidence.get(0).size());
      assertEquals("butter", evidence.get(0).get(0).text(act));
      assertEquals(2 * Math.sqrt(0.5), evidence.get(0).get(0).weight(), 0.01);
      assertEquals("milk", evidence.get(1).get(0).text(act));
      assertEquals(List.of(), evidence.get(2));
    }
  }

  @Test
  void aClosedScorerRefuses() throws IOException {
    TreeScorer scorer = open(1);
    scorer.close();
    ScoringException e = assertThrows(ScoringException.class, () -> score(scorer, "milk"));
    assertTrue(e.getMessage().contains("was closed"), e.getMessage());
  }

  @Test
  void levelsThatDoNotFitAreRefused() throws IOException {
    refused(settings(1), PAIRED, 5, "level-0.bin does not lead to the nodes of");
    int[] unknown = PAIRED.clone();
    unknown[3] = 7;
    refused(settings(1), unknown, 6, "label number 7");
    int[] repeated = PAIRED.clone();
    repeated[3] = 0;
    refused(settings(1), repeated, 6, "label number 0 more often than there are trees");
  }

  @Test
  void wrongSettingsAreNamed() throws IOException {
    refused(settings(0), PAIRED, 6, "'beamWidth'");
    Map<String, Object> deep = settings(1);
    deep.put("levels", 99);
    refused(deep, PAIRED, 6, "'levels'");
    Map<String, Object> misspelt = settings(1);
    misspelt.put("beams", 1);
    refused(misspelt, PAIRED, 6, "'beams'");
  }

  private void refused(Map<String, Object> settings, int[] paired, int clusters, String named)
      throws IOException {
    ModelBundle wrong = write("wrong", settings, paired, clusters);
    BundleException e = assertThrows(BundleException.class, () -> Scorers.open(wrong));
    assertTrue(e.getMessage().contains("wrong"), e.getMessage());
    assertTrue(e.getMessage().contains(named), e.getMessage());
  }
}
