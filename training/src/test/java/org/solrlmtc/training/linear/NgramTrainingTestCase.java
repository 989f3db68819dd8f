package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.RecordedProgress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.recipe.Recipe;

/** Tests of every method that trains weights of n-grams. */
abstract class NgramTrainingTestCase {
  private static final int LABELS = 40;
  private static final Resources TWO_THREADS = new Resources(2, 1L << 30);
  private static final Map<String, Object> COMMON =
      Map.of(
          "zones",
          List.of("full"),
          "maxNgram",
          2,
          "minDocFrequency",
          1,
          "maxCountedNgrams",
          100_000);

  private final String method;
  private final Map<String, Object> settings = new HashMap<>(COMMON);
  private final String firstBlock;

  @TempDir Path folder;

  /**
   * @param own the method's own settings
   * @param firstBlock the file of the first finished block, in the work folder
   */
  NgramTrainingTestCase(String method, Map<String, Object> own, String firstBlock) {
    this.method = method;
    this.settings.putAll(own);
    this.firstBlock = firstBlock;
  }

  Map<String, Object> with(String name, Object value) {
    Map<String, Object> changed = new HashMap<>(settings);
    changed.put(name, value);
    return changed;
  }

  private Recipe recipe(Map<String, Object> recipeSettings) {
    return new Recipe("tiny", method, "1", recipeSettings, Map.of());
  }

  TrainingData randomData() throws IOException {
    return new TinyData()
        .randomActs("train", 300, LABELS)
        .randomActs("dev", 60, LABELS)
        .write(folder.resolve("data"));
  }

  private ModelBundle train(
      String name,
      TrainingData data,
      Map<String, Object> recipeSettings,
      Resources resources,
      Progress progress)
      throws IOException {
    return Training.run(
        recipe(recipeSettings),
        data,
        TinyData.thesaurus(LABELS),
        folder.resolve("models-" + name).resolve("tiny"),
        Map.of(),
        resources,
        progress);
  }

  ModelBundle train(String name, TrainingData data, Map<String, Object> recipeSettings)
      throws IOException {
    return train(name, data, recipeSettings, TWO_THREADS, Progress.NONE);
  }

  static List<String> best(ModelBundle bundle, String text, int limit) {
    try (LabelScorer scorer = Scorers.open(bundle)) {
      return scorer.score(List.of(LegalAct.ofText("a", text))).get(0).top(limit).stream()
          .map(ScoredLabel::id)
          .collect(Collectors.toList());
    }
  }

  static Map<String, String> files(ModelBundle bundle) {
    Map<String, String> digests = new TreeMap<>();
    bundle.manifest().files().forEach((name, file) -> digests.put(name, file.sha256()));
    return digests;
  }

  private static void assertSameBundle(ModelBundle expected, ModelBundle actual)
      throws IOException {
    assertEquals(files(expected), files(actual));
    assertArrayEquals(
        Files.readAllBytes(expected.file("labels.tsv").resolveSibling("manifest.json")),
        Files.readAllBytes(actual.file("labels.tsv").resolveSibling("manifest.json")));
  }

  @Test
  void separableLabelsAreTrainedAndNewActsGetThem() throws IOException {
    assertPredictsNewActs(train("trained", randomData(), settings));
  }

  static void assertPredictsNewActs(ModelBundle bundle) {
    Map<String, Double> quality = bundle.manifest().quality().get("dev");
    assertTrue(quality.get("RP@5") > 0.97, quality.toString());
    assertTrue(quality.get("micro-F1") > 0.95, quality.toString());
    assertEquals(List.of("c3"), best(bundle, "Here is " + TinyData.word(3), 1));
  }

  @Test
  void calibratedScoresOfGoldLabelsAreAboveOneHalf() throws IOException {
    ModelBundle bundle = train("calibrated", randomData(), settings);
    try (LabelScorer scorer = Scorers.open(bundle)) {
      List<ScoredLabel> top =
          scorer.score(List.of(LegalAct.ofText("a", "adopted " + TinyData.word(3)))).get(0).top(2);
      assertTrue(top.get(0).score() > 0.5, top.toString());
      assertTrue(top.get(1).score() < 0.5, top.toString());
    }
  }

  @Test
  void theNumberOfThreadsDoesNotChangeAByte() throws IOException {
    TrainingData data = randomData();
    ModelBundle one = train("one", data, settings, new Resources(1, 1L << 30), Progress.NONE);
    ModelBundle four = train("four", data, settings, new Resources(4, 1L << 30), Progress.NONE);
    assertSameBundle(one, four);
  }

  @Test
  void anotherSeedResultsInAnotherModel() throws IOException {
    TrainingData data = randomData();
    assertFalse(
        files(train("first", data, settings))
            .equals(files(train("second", data, with("seed", 2)))));
  }

  @ParameterizedTest
  @CsvSource({"0, whole", "1, damaged", "2, cut short", "3, of other settings"})
  void interruptedTrainingResumesToTheSameBundle(int damage, String kind) throws IOException {
    TrainingData data = randomData();
    ModelBundle uninterrupted = train("uninterrupted", data, settings);
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("interrupted", data, settings, new Resources(1, 1L << 30), untilFirstBlock()));
    Path models = folder.resolve("models-interrupted");
    assertFalse(Files.exists(models.resolve("tiny")));
    Path block = models.resolve(".tiny.work").resolve(firstBlock);
    byte[] finished = Files.readAllBytes(block);
    if (damage == 1) {
      finished[finished.length / 2]++;
      Files.write(block, finished);
    } else if (damage == 2) {
      Files.write(block, java.util.Arrays.copyOf(finished, finished.length / 2));
    } else if (damage == 3) {
      finished[7]++;
      Files.write(block, finished);
    }
    ModelBundle resumed = train("interrupted", data, settings);
    assertSameBundle(uninterrupted, resumed);
    assertEquals(List.of("tiny"), leftIn(models));
  }

  /** All but the lock, which is kept. */
  private static List<String> leftIn(Path models) throws IOException {
    try (Stream<Path> left = Files.list(models)) {
      return left.map(path -> path.getFileName().toString())
          .filter(name -> !name.equals(".tiny.lock"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  @Test
  void resumingNeedsMatchingCheckpoints() throws IOException {
    TrainingData data = randomData();
    Resources resume = TWO_THREADS.with(ResumePolicy.REQUIRE);
    TrainingException none =
        assertThrows(
            TrainingException.class, () -> train("resumed", data, settings, resume, Progress.NONE));
    assertTrue(none.getMessage().contains(".tiny.work does not exist"), none.getMessage());
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("resumed", data, settings, new Resources(1, 1L << 30), untilFirstBlock()));
    TrainingException other =
        assertThrows(
            TrainingException.class,
            () -> train("resumed", data, with("seed", 2), resume, Progress.NONE));
    assertTrue(other.getMessage().contains("other settings"), other.getMessage());
    assertSameBundle(
        train("whole", data, settings), train("resumed", data, settings, resume, Progress.NONE));
  }

  @Test
  void restartingDiscardsTheWorkKept() throws IOException {
    TrainingData data = randomData();
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("again", data, settings, new Resources(1, 1L << 30), untilFirstBlock()));
    Path block = folder.resolve("models-again").resolve(".tiny.work").resolve(firstBlock);
    Files.setLastModifiedTime(block, java.nio.file.attribute.FileTime.fromMillis(1000));
    RecordedProgress progress = untilFirstBlock();
    assertThrows(
        RecordedProgress.Stopped.class,
        () ->
            train(
                "again",
                data,
                settings,
                new Resources(1, 1L << 30).with(ResumePolicy.DISCARD),
                progress));
    assertTrue(Files.getLastModifiedTime(block).toMillis() > 1000);
    assertTrue(progress.notes().get(0).startsWith("discarded the work kept"), "says so");
  }

  @Test
  void anInterruptedWriteLeavesTheOldBundleAndTheWork() throws IOException {
    TrainingData data = randomData();
    ModelBundle old = train("written", data, settings);
    byte[] manifest = Files.readAllBytes(old.file("labels.tsv").resolveSibling("manifest.json"));
    for (String stage : List.of("writing weights", "calibrating on dev", "tuning and measuring")) {
      assertThrows(
          RecordedProgress.Stopped.class,
          () ->
              train(
                  "written",
                  data,
                  with("seed", 2),
                  TWO_THREADS,
                  RecordedProgress.untilStage(stage)));
      assertEquals(List.of(".tiny.work", "tiny"), leftIn(folder.resolve("models-written")), stage);
    }
    assertArrayEquals(
        manifest, Files.readAllBytes(old.file("labels.tsv").resolveSibling("manifest.json")));
    assertSameBundle(
        train("whole", data, with("seed", 2)), train("written", data, with("seed", 2)));
  }

  @Test
  void thePartialBundleOfAKilledTrainingIsRemovedAndReported() throws IOException {
    Path models = folder.resolve("models-killed");
    Path draft = models.resolve(".tiny.draft-01234567-89ab-cdef-0123-456789abcdef");
    Files.createDirectories(draft);
    Files.writeString(draft.resolve("weights.bin"), "half of them");
    RecordedProgress progress = new RecordedProgress();
    train("killed", randomData(), settings, TWO_THREADS, progress);
    assertEquals(List.of("tiny"), leftIn(models));
    assertTrue(progress.notes().get(0).contains(draft.getFileName().toString()), "says so");
  }

  @Test
  void finishedBlocksAreNotTrainedAgain() throws IOException {
    TrainingData data = randomData();
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("interrupted", data, settings, new Resources(1, 1L << 30), untilFirstBlock()));
    Path block = folder.resolve("models-interrupted").resolve(".tiny.work").resolve(firstBlock);
    Files.setLastModifiedTime(block, java.nio.file.attribute.FileTime.fromMillis(1000));
    assertThrows(
        RecordedProgress.Stopped.class,
        () -> train("interrupted", data, settings, new Resources(1, 1L << 30), untilFirstBlock()));
    assertEquals(1000, Files.getLastModifiedTime(block).toMillis());
  }

  @Test
  void aLabelWithOneActIsTrained() throws IOException {
    TrainingData data =
        new TinyData()
            .randomActs("train", 100, 5)
            .act("train", "the rare " + TinyData.word(20), "c20")
            .write(folder.resolve("data"));
    assertEquals(List.of("c20"), best(train("rare", data, settings), "of " + TinyData.word(20), 1));
  }

  @Test
  void aCorpusWithOneLabelPredictsIt() throws IOException {
    TinyData tiny = new TinyData();
    for (int i = 0; i < 10; i++) {
      tiny.act("train", "the act about " + TinyData.word(i), "c1");
    }
    ModelBundle bundle =
        train("one", tiny.write(folder.resolve("data")), with("maxDocFrequencyRatio", 1.0));
    assertEquals(List.of("c1"), best(bundle, "the act", 5));
  }

  @Test
  void anActOfOutOfVocabularyWordsHasNoLabel() throws IOException {
    assertEquals(List.of(), best(train("any", randomData(), settings), "wine", 5));
  }

  @Test
  void actsWithoutWordsDoNotStopTraining() throws IOException {
    TrainingData data =
        new TinyData()
            .randomActs("train", 50, 5)
            .act("train", "...", "c2")
            .write(folder.resolve("data"));
    assertEquals(List.of("c3"), best(train("empty", data, settings), TinyData.word(3), 1));
  }

  @Test
  void aLabelWithoutActsIsTrainedFromItsName() throws IOException {
    Map<String, Object> changed = with("maskDigits", false);
    TrainingData data =
        new TinyData()
            .randomActs("train", 50, 5)
            .act("train", "a word on number 7 by the way", "c1")
            .write(folder.resolve("data"));
    assertFalse(best(train("without", data, changed), "on number 7", LABELS).contains("c7"));
    changed.put("labelNamesAsExamples", true);
    ModelBundle bundle = train("with", data, changed);
    assertEquals(List.of("c7"), best(bundle, "7", 1));
    assertEquals(List.of("c3"), best(bundle, TinyData.word(3), 1));
  }

  @Test
  void namesAloneAreNothingToTrainOn() throws IOException {
    TrainingData data = new TinyData().act("train", "name").write(folder.resolve("data"));
    Map<String, Object> changed = with("maxDocFrequencyRatio", 1.0);
    changed.put("labelNamesAsExamples", true);
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("nothing", data, changed));
    assertTrue(e.getMessage().contains("nothing to train"), e.getMessage());
  }

  @Test
  void labelsWithoutActsLeaveNothingToLearn() throws IOException {
    TrainingData data = new TinyData().act("train", "text").write(folder.resolve("data"));
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> train("nothing", data, with("maxDocFrequencyRatio", 1.0)));
    assertTrue(e.getMessage().contains("nothing to train"), e.getMessage());
  }

  @Test
  void tooRareFeaturesLeaveNothingToTrainOn() throws IOException {
    TrainingData data = randomData();
    TrainingException e =
        assertThrows(
            TrainingException.class, () -> train("rare", data, with("minDocFrequency", 999)));
    assertTrue(e.getMessage().contains("'minDocFrequency'"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"30000000, counting up to 30000000 n-grams", "100000, training on 300 acts"})
  void moreMemoryThanAllowedIsRefusedWithTheEstimate(int maxCountedNgrams, String what)
      throws IOException {
    TrainingData data = randomData();
    Resources little = new Resources(2_000, 5L << 20);
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () ->
                train(
                    "big",
                    data,
                    with("maxCountedNgrams", maxCountedNgrams),
                    little,
                    Progress.NONE));
    assertTrue(e.getMessage().startsWith(what), e.getMessage());
    assertTrue(e.getMessage().matches(".*needs about \\d+ MB, but training may take 5 MB.*"));
    assertFalse(Files.exists(folder.resolve("models-big").resolve("tiny")));
  }

  @ParameterizedTest
  @CsvSource({
    "C, 0",
    "miningRounds, 0",
    "maxDocFrequencyRatio, 1.5",
    "colour, red",
    "pruningThreshold, -1"
  })
  void aWrongSettingIsNamedWithItsRecipe(String name, String value) throws IOException {
    Object typed = value.matches("-?\\d+") ? (Object) Integer.valueOf(value) : value;
    assertRefused(name, value.contains(".") ? Double.valueOf(value) : typed);
  }

  void assertRefused(String name, Object value) throws IOException {
    TrainingData data = randomData();
    TrainingException e =
        assertThrows(TrainingException.class, () -> train("wrong", data, with(name, value)));
    assertTrue(e.getMessage().startsWith("recipe 'tiny'"), e.getMessage());
    assertTrue(e.getMessage().contains(name), e.getMessage());
  }

  /** Stops training once the first block of labels is done. */
  private static RecordedProgress untilFirstBlock() {
    return RecordedProgress.untilStep("training", 0);
  }
}
