package org.solrlmtc.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.readers.act.DamagedRecordException;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/** A whole training on a data set that can be checked by hand. */
class TestTraining {
  private static final Thesaurus THESAURUS =
      TinyThesaurus.of(
          concept("1", "milk", false),
          concept("2", "regulation", false),
          concept("3", "abolished", true),
          concept("4", "guild", true));
  private static final Recipe RECIPE =
      new Recipe("em", "exact-match", "1", Map.of(), Map.of("maxLabels", 2));

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  private static Concept concept(String id, String name, boolean deprecated) {
    return new Concept(id, name, List.of(), List.of(), List.of(), deprecated);
  }

  @BeforeEach
  void writeData() throws IOException {
    Files.writeString(
        folder.resolve("train.jsonl"),
        act("t1", "a regulation on milk", "1")
            + act("t2", "a regulation on trams", "3", "99")
            + act("t3", "a regulation on trees"));
    Files.writeString(
        folder.resolve("dev.jsonl"),
        act("d1", "a regulation on milk", "1") + act("d2", "a regulation on guild matters"));
  }

  @Test
  void labelsAreConceptsInUseAndThoseOfTrainingActs() throws IOException {
    ModelBundle bundle = train();
    assertEquals(List.of("1", "2", "3"), bundle.labels().ids());
    assertEquals(1, bundle.labels().trainingActs(0));
    assertEquals(0, bundle.labels().trainingActs(1));
    assertEquals("the thesaurus does not have the gold concept 99", notes.get(0));
    assertTrue(notes.get(1).startsWith("5 parsed acts take 0.0 MB in "), notes.get(1));
    assertEquals(2, notes.size());
  }

  @Test
  void aNameInEveryTrainingActIsUninformative() throws IOException {
    ModelBundle bundle = train();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      List<ScoredLabel> labels =
          bundle
              .manifest()
              .decision()
              .decide(
                  scorer.score(List.of(LegalAct.ofText("x", "milk under this regulation"))).get(0));
      assertEquals(List.of("1"), labels.stream().map(ScoredLabel::id).toList());
    }
  }

  @Test
  void theManifestHasQualityAndProvenance() throws IOException {
    ModelBundle bundle = train();
    assertEquals(1.0, bundle.manifest().quality().get("dev").get("RP@5"));
    assertEquals(1.0, bundle.manifest().quality().get("dev").get("micro-F1"));
    assertEquals("em", bundle.manifest().provenance().get("recipe"));
    assertEquals("here", bundle.manifest().provenance().get("place"));
    assertEquals(2, bundle.manifest().decision().maxLabels());
  }

  @Test
  void theSameDataResultInTheSameBundleByteForByte() throws IOException {
    train();
    byte[] manifest = Files.readAllBytes(folder.resolve("model").resolve("manifest.json"));
    train();
    assertArrayEquals(
        manifest, Files.readAllBytes(folder.resolve("model").resolve("manifest.json")));
  }

  @Test
  void aDamagedActStopsTrainingAndTheOldBundleStays() throws IOException {
    train();
    Files.writeString(folder.resolve("train.jsonl"), act("t1", "milk", "1") + "{\"celex_id\":\n");
    DamagedRecordException e = assertThrows(DamagedRecordException.class, this::train);
    assertTrue(e.getMessage().contains("train.jsonl:2"), e.getMessage());
    assertEquals("1", ModelBundle.open(folder.resolve("model")).manifest().version());
    try (Stream<Path> files = Files.list(folder)) {
      assertFalse(files.anyMatch(file -> file.getFileName().toString().startsWith(".model.draft")));
    }
  }

  @Test
  void withoutDevelopmentSplitThePapersThresholdIsKept() throws IOException {
    Files.delete(folder.resolve("dev.jsonl"));
    ModelBundle bundle = train();
    assertEquals(0.5, bundle.manifest().decision().threshold());
    assertEquals(Map.of(), bundle.manifest().quality());
  }

  @Test
  void aFolderWithoutTrainingSplitIsRefused() throws IOException {
    Files.delete(folder.resolve("train.jsonl"));
    TrainingException none = assertThrows(TrainingException.class, () -> TrainingData.in(folder));
    assertTrue(none.getMessage().contains("has no training split"), none.getMessage());
    Files.writeString(folder.resolve("train.jsonl"), "");
    Files.writeString(folder.resolve("train.json"), "");
    TrainingException two = assertThrows(TrainingException.class, () -> TrainingData.in(folder));
    assertTrue(two.getMessage().contains("has two train splits"), two.getMessage());
  }

  @Test
  void severalSourcesAreOneDataSet() throws IOException {
    Path more = folder.resolve("more.jsonl");
    Files.writeString(
        more, Files.readString(folder.resolve("train.jsonl")).lines().findFirst().orElseThrow());
    TrainingData one = TrainingData.in(folder);
    TrainingData both = TrainingData.of(List.of(folder, more));
    assertEquals(acts(one) + 1, acts(both));
    assertEquals(one.identity().get("dev"), both.identity().get("dev"));
    String identity = both.identity().get("train").toString();
    assertTrue(
        identity.matches("train\\.jsonl sha256:\\w+ \\+ more\\.jsonl sha256:\\w+"), identity);
  }

  private static int acts(TrainingData data) throws IOException {
    return data.withTrainingActs(
        acts -> {
          int[] number = {0};
          acts.forEachRemaining(act -> number[0]++);
          return number[0];
        });
  }

  @Test
  void aFullDiskIsNamedByTheBundleThatHasNoRoom() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no " + full);
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> train(stage -> linkInDraft(full)));
    assertEquals(folder.resolve("model").toString(), e.getFile());
    assertFalse(Files.exists(folder.resolve("model")));
  }

  /** Replaces the method's file in the unfinished bundle by a link. */
  private void linkInDraft(Path target) {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path draft :
          entries.filter(entry -> entry.toString().contains(".model.draft-")).toList()) {
        Path link = draft.resolve("phrase-frequencies.tsv");
        if (!Files.isSymbolicLink(link)) {
          Files.createSymbolicLink(link, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ModelBundle train() throws IOException {
    return train(stage -> {});
  }

  private ModelBundle train(Consumer<String> stages) throws IOException {
    return Training.run(
        RECIPE,
        TrainingData.in(folder),
        THESAURUS,
        folder.resolve("model"),
        Map.of("place", "here"),
        new Progress() {
          @Override
          public void stage(String name) {
            stages.accept(name);
          }

          @Override
          public void step(long done) {}

          @Override
          public void note(String text) {
            notes.add(text);
          }
        });
  }

  private static String act(String id, String header, String... concepts) {
    return "{\"celex_id\": \""
        + id
        + "\", \"header\": \""
        + header
        + "\", \"concepts\": ["
        + (concepts.length == 0 ? "" : "\"" + String.join("\", \"", concepts) + "\"")
        + "]}\n";
  }
}
