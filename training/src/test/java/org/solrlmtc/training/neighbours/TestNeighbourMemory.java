package org.solrlmtc.training.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LearningScorer;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.score.SimilarAct;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.recipe.Recipe;

/** Acts that a neighbours model learns while it serves. */
class TestNeighbourMemory {
  private static final LegalAct GOATS = LegalAct.ofText("q", "cheese of goats and sheep");

  @TempDir Path folder;
  private LabelScorer scorer;
  private ActMemory memory;

  @BeforeEach
  void openMemory() throws IOException {
    scorer = Scorers.open(train("neighbours", 3));
    memory = open(10);
  }

  @AfterEach
  void close() {
    memory.close();
    scorer.close();
  }

  private ModelBundle train(String name, int terms) throws IOException {
    return Training.run(
        new Recipe(
            name,
            "neighbours",
            "1",
            Map.of(
                "zones",
                List.of("full"),
                "maxNgram",
                1,
                "minDocFrequency",
                1,
                "maxDocFrequencyRatio",
                1.0,
                "terms",
                terms,
                "neighbours",
                3),
            Map.of("maxLabels", 5)),
        new TinyData()
            .act("train", "milk and butter", "c0", "c1")
            .act("train", "milk of cows and goats", "c1", "c2")
            .act("train", "ships with sheep and cheese", "c3")
            .write(folder.resolve("data-" + name)),
        TinyData.thesaurus(6),
        folder.resolve(name),
        Map.of(),
        Progress.NONE);
  }

  private LearningScorer learning() {
    return scorer.learning().orElseThrow();
  }

  private ActMemory open(int maxActs) {
    ActMemory opened = learning().openMemory(folder.resolve("memory"), maxActs);
    learning().use(opened);
    return opened;
  }

  private void reopen(int maxActs) {
    memory.close();
    memory = open(maxActs);
  }

  private static ActRecord act(String id, String text, String... concepts) {
    LegalAct act = new LegalAct(id, "", "Title of " + id, "", "", List.of(text), "");
    return new ActRecord(act, "", List.of(concepts), "test:" + id);
  }

  private List<String> labels(LegalAct act) {
    return scorer.score(List.of(act)).get(0).top(9).stream().map(ScoredLabel::id).toList();
  }

  private List<SimilarAct> similar(int label) {
    return scorer.similarActs(GOATS, new int[] {label}, 5).get(0);
  }

  @Test
  void anActVotesFromTheMomentItIsLearnedUntilItIsRemoved() {
    List<String> before = labels(GOATS);
    assertFalse(before.contains("c5"));
    memory.add(List.of(act("new", "cheese of goats and sheep", "c5", "not-a-label")));
    assertEquals("c5", labels(GOATS).get(0));
    assertEquals(List.of("new"), similar(5).stream().map(SimilarAct::id).toList());
    assertEquals("Title of new", similar(5).get(0).title());
    assertEquals(1, similar(5).get(0).similarity(), .02);
    assertEquals(1, memory.status().version());
    memory.add(List.of(act("new", "cheese of goats and sheep", "c4")));
    assertEquals("c4", labels(GOATS).get(0));
    assertEquals(List.of("new"), memory.ids());
    assertEquals(0, memory.remove(List.of("other")));
    assertEquals(1, memory.remove(List.of("new", "other", "new")));
    assertEquals(before, labels(GOATS));
    assertEquals(3, memory.status().version());
  }

  @Test
  void anActIsNotItsOwnNeighbour() {
    memory.add(List.of(act("q", "cheese of goats and sheep", "c5")));
    assertFalse(labels(GOATS).contains("c5"));
    assertTrue(labels(LegalAct.ofText("other", "cheese of goats and sheep")).contains("c5"));
  }

  @Test
  void anActTakesThePlaceOfTheTrainingActWithItsId() {
    LegalAct ships = LegalAct.ofText("q", "ships with sheep");
    assertEquals("c3", labels(ships).get(0));
    memory.add(List.of(act("train2", "ships with sheep and cheese", "c4")));
    assertEquals("c4", labels(ships).get(0));
    assertFalse(labels(ships).contains("c3"));
    memory.clear();
    assertEquals("c3", labels(ships).get(0));
    assertEquals(0, memory.status().version());
  }

  @Test
  void actsAreThereAfterARestart() {
    memory.add(List.of(act("a", "cheese of goats", "c5"), act("b", "sheep", "c4")));
    memory.remove(List.of("b"));
    List<String> labels = labels(GOATS);
    reopen(10);
    assertEquals(labels, labels(GOATS));
    assertEquals(List.of("a"), memory.ids());
    assertEquals(2, memory.status().version());
    memory.add(List.of(act("c", "sheep", "c4")));
    assertEquals(List.of("a", "c"), memory.ids());
  }

  @Test
  void beyondTheMaximumTheOldestAreDropped() {
    reopen(3);
    for (int i = 0; i < 40; i++) {
      memory.add(List.of(act("a" + i, "cheese of goats", "c" + i % 6)));
    }
    assertEquals(List.of("a37", "a38", "a39"), memory.ids());
    // an act that is learned again is the newest
    memory.add(List.of(act("a37", "sheep", "c1"), act("b", "sheep", "c1")));
    assertEquals(List.of("a39", "a37", "b"), memory.ids());
    List<ActRecord> many = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      many.add(act("m" + i, "sheep", "c1"));
    }
    memory.add(many);
    assertEquals(List.of("m2", "m3", "m4"), memory.ids());
    assertTrue(memory.status().bytes() < 100_000, memory.status().toString());
  }

  @Test
  void anActWithoutIdOrConceptsIsRefusedAndNothingIsAdded() {
    for (ActRecord wrong :
        List.of(
            act("", "sheep", "c1"),
            act("x\ny", "sheep", "c1"),
            act("x".repeat(1001), "sheep", "c1"),
            act("x", "sheep"),
            act("x", "sheep", "c1\nc2"))) {
      BundleException e =
          assertThrows(
              BundleException.class, () -> memory.add(List.of(act("ok", "sheep", "c1"), wrong)));
      assertTrue(e.getMessage().startsWith("test:"), e.getMessage());
    }
    assertEquals(List.of(), memory.ids());
  }

  @Test
  void aDamagedMemoryIsNamedAndTheModelScoresWithoutIt() throws IOException {
    List<String> without = labels(GOATS);
    memory.add(List.of(act("a", "cheese of goats and sheep", "c5")));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder.resolve("memory"))) {
      files = all.filter(file -> !file.endsWith("write.lock")).toList();
    }
    assertTrue(files.size() >= 3, files.toString());
    for (Path file : files) {
      byte[] right = Files.readAllBytes(file);
      for (byte[] wrong : List.of(new byte[0], half(right), flipped(right))) {
        Files.write(file, wrong);
        reopen(10);
        String problem = memory.status().problem().orElse("none");
        assertTrue(problem.startsWith("the memory "), file + ": " + problem);
        assertTrue(problem.contains(folder.getFileName() + "/memory"), file + ": " + problem);
        assertFalse(problem.contains(folder.toString()), file + ": " + problem);
        assertTrue(problem.contains("action=forget"), problem);
        assertEquals(without, labels(GOATS));
        BundleException e =
            assertThrows(BundleException.class, () -> memory.add(List.of(act("b", "sheep", "c1"))));
        assertEquals(problem, e.getMessage());
      }
      Files.write(file, right);
    }
    reopen(10);
    assertEquals("c5", labels(GOATS).get(0));
    Files.delete(files.get(0));
    reopen(10);
    memory.clear();
    memory.add(List.of(act("b", "cheese of goats and sheep", "c4")));
    assertEquals("c4", labels(GOATS).get(0));
  }

  private static byte[] half(byte[] bytes) {
    return java.util.Arrays.copyOf(bytes, bytes.length / 2);
  }

  private static byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    for (int i = 5; i < flipped.length; i += 8) {
      flipped[i] ^= 0x55;
    }
    return flipped;
  }

  @Test
  void theMemoryOfAnotherVocabularyIsNotUsed() throws IOException {
    memory.add(List.of(act("a", "sheep", "c5")));
    memory.close();
    try (LabelScorer other = Scorers.open(train("other", 2))) {
      LearningScorer learner = other.learning().orElseThrow();
      assertFalse(learner.memoryKey().equals(learning().memoryKey()));
      assertThrows(IllegalArgumentException.class, () -> learner.use(memory));
      try (ActMemory refused = learner.openMemory(folder.resolve("memory"), 10)) {
        assertTrue(refused.status().problem().orElse("").contains("another model"));
      }
    }
  }

  @Test
  void aMemoryThatAnotherProcessWritesIsRefused() {
    memory.add(List.of(act("a", "sheep", "c5")));
    try (ActMemory second = learning().openMemory(folder.resolve("memory"), 10)) {
      assertArrayEquals(new Object[] {"a"}, second.ids().toArray());
      BundleException e =
          assertThrows(BundleException.class, () -> second.add(List.of(act("b", "sheep", "c1"))));
      assertTrue(e.getMessage().contains("another process"), e.getMessage());
    }
    memory.add(List.of(act("c", "sheep", "c5")));
    assertEquals(List.of("a", "c"), memory.ids());
  }
}
