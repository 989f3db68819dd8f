package org.solrlmtc.training.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.neighbours.NeighboursScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.Neighbourhood;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.SimilarAct;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.recipe.Recipe;

class TestNeighboursTraining {
  private static final int LABELS = 6;
  private static final Thesaurus THESAURUS = TinyData.thesaurus(LABELS);
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "zones",
          List.of("full"),
          "maxNgram",
          1,
          "minDocFrequency",
          1,
          "maxDocFrequencyRatio",
          1.0,
          "neighbours",
          3,
          "power",
          1);

  @TempDir Path folder;

  private ModelBundle train(TrainingData data) throws IOException {
    return train(data, SETTINGS);
  }

  private ModelBundle train(TrainingData data, Map<String, Object> settings) throws IOException {
    return Training.run(
        new Recipe("neighbours", "neighbours", "1", settings, Map.of("maxLabels", 5)),
        data,
        THESAURUS,
        folder.resolve("neighbours"),
        Map.of(),
        Progress.NONE);
  }

  private static NeighboursScorer open(ModelBundle bundle) {
    return (NeighboursScorer) Scorers.open(bundle);
  }

  private TrainingData threeActs() throws IOException {
    return new TinyData()
        .act("train", "milk and butter", "c0", "c1")
        .act("train", "milk of cows", "c1", "c2")
        .act("train", "ships at sea", "c3")
        .write(folder.resolve("data"));
  }

  @Test
  void similarActsVoteWithTheirLabelsByTheirSimilarity() throws IOException {
    try (NeighboursScorer scorer = open(train(threeActs()))) {
      LegalAct act = LegalAct.ofText("a", "milk and butter, and milk of goats");
      Neighbourhood found = scorer.neighbourhoods(List.of(act)).get(0);
      assertEquals(2, found.size());
      assertTrue(found.similarities()[0] > found.similarities()[1]);
      float sum = found.similarities()[0] + found.similarities()[1];
      LabelScores scores = scorer.score(List.of(act)).get(0);
      assertEquals(List.of("c1", "c0", "c2"), scores.top(9).stream().map(ScoredLabel::id).toList());
      assertEquals(1, scores.top(9).get(0).score(), 1e-6);
      assertEquals(found.similarities()[0] / sum, scores.top(9).get(1).score(), 1e-6);
      assertEquals(found.similarities()[1] / sum, scores.top(9).get(2).score(), 1e-6);
      assertEquals(2, found.meanLabels(10));
    }
  }

  @Test
  void anActIsMostSimilarToItselfAndOneWithoutKnownTermsHasNoNeighbours() throws IOException {
    TrainingData data =
        new TinyData().randomActs("train", 60, LABELS).write(folder.resolve("data"));
    try (NeighboursScorer scorer = open(train(data))) {
      data.withTrainingActs(
          records -> {
            records.forEachRemaining(
                record ->
                    // quantised weights
                    assertEquals(
                        1, scorer.neighbourhoods(List.of(record.act())).get(0).nearest(), 0.02));
            return null;
          });
      LegalAct unknown = LegalAct.ofText("a", "qqq");
      assertEquals(0, scorer.neighbourhoods(List.of(unknown)).get(0).size());
      assertEquals(List.of(), scorer.score(List.of(unknown)).get(0).top(9));
    }
  }

  @Test
  void aLabelIsExplainedByTheSimilarActsThatHaveIt() throws IOException {
    try (NeighboursScorer scorer = open(train(threeActs()))) {
      List<List<SimilarAct>> acts =
          scorer.similarActs(LegalAct.ofText("a", "milk and butter"), new int[] {1, 0, 3}, 5);
      assertEquals(List.of("train0", "train1"), acts.get(0).stream().map(SimilarAct::id).toList());
      assertEquals(List.of("train0"), acts.get(1).stream().map(SimilarAct::id).toList());
      assertEquals(List.of(), acts.get(2));
      assertEquals(1, acts.get(0).get(0).similarity(), 0.02);
      assertEquals("", acts.get(0).get(0).title());
      assertTrue(scorer.explains());
    }
  }

  @Test
  void titlesAreStoredOnlyOnRequest() throws IOException {
    Path file = folder.resolve("data").resolve("train.jsonl");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "{\"celex_id\":\"x\",\"uri\":\"\",\"type\":\"Regulation\",\"concepts\":[\"c1\"],"
            + "\"title\":\"On milk\",\"header\":\"on milk\",\"recitals\":\"\","
            + "\"main_body\":[\"milk\"],\"attachments\":\"\"}\n");
    for (boolean stored : new boolean[] {true, false}) {
      Map<String, Object> settings = new HashMap<>(SETTINGS);
      settings.put("storeTitles", stored);
      ModelBundle bundle = train(TrainingData.in(file.getParent()), settings);
      try (NeighboursScorer scorer = open(bundle)) {
        SimilarAct found =
            scorer.similarActs(LegalAct.ofText("a", "milk"), new int[] {1}, 1).get(0).get(0);
        assertEquals(stored ? "On milk" : "", found.title());
      }
    }
  }

  @Test
  void aClosedScorerSaysSo() throws IOException {
    NeighboursScorer scorer = open(train(threeActs()));
    scorer.close();
    LegalAct act = LegalAct.ofText("a", "milk");
    assertThrows(ScoringException.class, () -> scorer.score(List.of(act)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"index._0.cfs", "index._0.cfe", "index._0.si", "index.segments_1"})
  void aDamagedIndexIsRefusedByName(String file) throws IOException {
    ModelBundle bundle = train(threeActs());
    byte[] bytes = Files.readAllBytes(bundle.file(file));
    // the digests are right: the bundle was made like this
    for (byte[] damaged :
        List.of(new byte[0], Arrays.copyOf(bytes, bytes.length / 2), flipped(bytes))) {
      ModelBundle changed = changed(bundle, bundle.labels(), Map.of(file, damaged));
      BundleException e = assertThrows(BundleException.class, () -> Scorers.open(changed));
      assertTrue(
          e.getMessage().startsWith("the index of known acts in bundle 'changed'"), e.getMessage());
      assertTrue(e.getMessage().endsWith("copy the bundle again"), e.getMessage());
    }
  }

  @Test
  void anIndexOfAnotherModelIsRefused() throws IOException {
    ModelBundle bundle = train(threeActs());
    ModelBundle fewerLabels =
        changed(bundle, new LabelSet(List.of("c0", "c1"), new int[2]), Map.of());
    BundleException labels = assertThrows(BundleException.class, () -> Scorers.open(fewerLabels));
    assertTrue(labels.getMessage().contains("has label number 2 of 2"), labels.getMessage());
    byte[] vocabulary = Files.readAllBytes(bundle.file("vocabulary.bin"));
    int features = (vocabulary.length - 12) / 8;
    byte[] smaller = new byte[12 + 8];
    System.arraycopy(vocabulary, 0, smaller, 0, 8 + 4 + 6);
    smaller[11] = 1;
    System.arraycopy(vocabulary, 12 + 6 * features, smaller, 12 + 6, 2);
    ModelBundle fewerTerms = changed(bundle, bundle.labels(), Map.of("vocabulary.bin", smaller));
    BundleException terms = assertThrows(BundleException.class, () -> Scorers.open(fewerTerms));
    assertTrue(terms.getMessage().contains("not in the vocabulary"), terms.getMessage());
  }

  private ModelBundle changed(ModelBundle bundle, LabelSet labels, Map<String, byte[]> changes)
      throws IOException {
    try (BundleWriter writer = new BundleWriter(folder.resolve("changed"), labels, THESAURUS)) {
      for (String name : bundle.ownFiles()) {
        Files.write(
            writer.file(name), changes.getOrDefault(name, Files.readAllBytes(bundle.file(name))));
      }
      return writer.finish(
          "1",
          "neighbours",
          bundle.manifest().settings(),
          bundle.manifest().decision(),
          Map.of(),
          Map.of());
    }
  }

  /** Every eighth byte changed. */
  private static byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    IntStream.range(0, bytes.length).filter(i -> i % 8 == 5).forEach(i -> flipped[i] ^= 0x55);
    return flipped;
  }
}
