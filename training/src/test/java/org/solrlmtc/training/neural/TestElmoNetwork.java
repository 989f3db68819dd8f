package org.solrlmtc.training.neural;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.bilm.BiLmLayers;
import org.solrlmtc.training.neural.elmo.ElmoFiles;
import org.solrlmtc.training.neural.elmo.RandomBiLm;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.recipe.Recipe;

/** A network over the states of a frozen language model: trained, exported, served, explained. */
class TestElmoNetwork {
  private static final int LABELS = 8;
  private static final String CHARACTERS = "charactersPerWord";

  private static final LayerRegistry LAYERS = BiLmLayers.in(LayerRegistry.STANDARD);

  @TempDir Path folder;

  private final NeuralTrainer trainer = new NeuralTrainer();
  private final Map<String, Object> settings = new HashMap<>();
  private final Thesaurus thesaurus = TinyData.thesaurus(LABELS);

  @BeforeEach
  void writeModel() throws IOException {
    Path model = Files.createDirectory(folder.resolve("elmo"));
    ElmoFiles.write(RandomBiLm.weights(RandomBiLm.options(), 2), model);
    settings.put("device", "cpu");
    settings.put(
        "tokenizer", Map.of("type", "words-and-characters", "minDocFrequency", 1, CHARACTERS, 12));
    settings.put(
        "embedding",
        Map.of("type", "elmo", "dimension", 8, "model", model.toString(), CHARACTERS, 12));
    settings.put("encoder", Map.of("type", "bigru", "hiddenSize", 12));
    settings.put("head", Map.of("type", "label-wise"));
    settings.put("dropout", Map.of("word", 0.05, "embedding", 0.05));
    settings.put("labels", Map.of("negativeSamples", 4));
    settings.put("optimiser", Map.of("learningRate", 0.02, "batchSize", 16));
    settings.put("schedule", Map.of("epochs", 8, "decay", "linear", "monitor", "rp5"));
  }

  private ModelBundle train(String name, Progress progress) throws IOException {
    Path data = folder.resolve("data");
    TrainingData acts =
        new TinyData().randomActs("train", 300, LABELS).randomActs("dev", 40, LABELS).write(data);
    LabelSet labels = acts.labels(thesaurus, unknown -> {});
    Recipe recipe = new Recipe("elmo", "onnx", "1", settings, Map.of());
    TrainingTask task =
        new TrainingTask(
            recipe,
            acts,
            labels,
            thesaurus,
            new Resources(1, 1L << 30),
            folder.resolve("." + name + ".work"),
            progress);
    trainer.check(recipe);
    try (BundleWriter writer = new BundleWriter(folder.resolve(name), labels, thesaurus)) {
      Map<String, Object> written = trainer.train(task, writer).settings();
      return writer.finish(
          "1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  private static LegalAct act(int label) {
    return LegalAct.ofText(
        "a", "The Commission has adopted " + TinyData.word(label) + " of others");
  }

  private static void assertRecognises(ModelBundle bundle) {
    try (LabelScorer scorer = Scorers.open(bundle)) {
      int hits = 0;
      for (int label = 0; label < LABELS; label++) {
        String best = scorer.score(List.of(act(label))).get(0).top(1).get(0).id();
        hits += best.equals("c" + label) ? 1 : 0;
      }
      assertTrue(hits >= LABELS - 1, hits + " of " + LABELS + " words are recognised");
      assertTrue(scorer.explains());
      assertFalse(scorer.explain(act(1), new int[] {1}, 3).get(0).isEmpty(), "no passage");
    }
  }

  @Test
  void aNetworkTrainsAndServesAndExplains() throws IOException {
    List<String> notes = new ArrayList<>();
    ModelBundle bundle = train("bundle", notes(notes));
    assertTrue(notes.stream().anyMatch(note -> note.contains("MB of disk in")), notes.toString());
    assertRecognises(bundle);
    try (BundleWriter writer =
        new BundleWriter(folder.resolve("int8"), bundle.labels(), bundle.thesaurus())) {
      Map<String, Object> written = trainer.convert(bundle, Precision.INT8, writer);
      assertRecognises(
          writer.finish(
              "1", trainer.method(), written, DecisionRule.above(0.5), Map.of(), Map.of()));
    }
  }

  /** The recipe alone is enough: no other command has to run before. */
  @Test
  void aLanguageModelIsTrainedOnceOnTheTrainingActs() throws IOException {
    readsAModelOfTheActs(Map.of("epochs", 2, "zones", "full"));
    settings.put("schedule", Map.of("epochs", 16, "decay", "linear", "monitor", "rp5"));
    Path trained = folder.resolve(".bundle.work/language-model/options.json");
    List<String> notes = new ArrayList<>();
    Progress interrupting = interruptedStates(1, notes);
    assertThrows(IllegalStateException.class, () -> train("bundle", interrupting));
    assertTrue(Files.exists(trained));
    String note = "language model trained in";
    assertTrue(notes.stream().anyMatch(each -> each.startsWith(note)), notes.toString());
    notes.clear();
    ModelBundle bundle = train("bundle", notes(notes));
    assertFalse(notes.stream().anyMatch(each -> each.startsWith(note)), notes.toString());
    assertRecognises(bundle);
  }

  /** The words that are in every act are read by neither the language model nor the network. */
  @Test
  void aNetworkThatSkipsWordsTrainsItsLanguageModelWithoutThem() throws IOException {
    readsAModelOfTheActs(Map.of("epochs", 2, "zones", "full"));
    settings.put(
        "tokenizer",
        Map.of(
            "type",
            "words-and-characters",
            "minDocFrequency",
            1,
            "maxDocFrequencyRatio",
            0.9,
            "skipOutOfVocabulary",
            true,
            CHARACTERS,
            50));
    settings.put("schedule", Map.of("epochs", 16, "decay", "linear", "monitor", "rp5"));
    List<String> predicted = new ArrayList<>();
    Path words = folder.resolve(".bundle.work/language-model/vocabulary.txt");
    Progress reading =
        new Progress() {
          @Override
          public void stage(String name) {
            if (Files.exists(words) && predicted.isEmpty()) {
              predicted.addAll(lines(words));
            }
          }

          @Override
          public void step(long done) {}

          @Override
          public void note(String text) {}
        };
    assertRecognises(train("bundle", reading));
    assertTrue(predicted.contains(TinyData.word(1)), predicted.toString());
    assertFalse(predicted.contains("Commission"), predicted.toString());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readsAModelOfTheActs(Map<String, Object> changes) {
    Map<String, Object> model = new HashMap<>();
    model.put("size", 4);
    model.put("cellSize", 8);
    model.put("vocabulary", 100);
    model.putAll(changes);
    settings.put(
        "tokenizer", Map.of("type", "words-and-characters", "minDocFrequency", 1, CHARACTERS, 50));
    settings.put(
        "embedding",
        Map.of(
            "type",
            "elmo",
            "dimension",
            8,
            "model",
            "corpus",
            "languageModel",
            model,
            CHARACTERS,
            50));
  }

  @Test
  void settingsOfTheLanguageModelAreCheckedBeforeDataAreRead() {
    readsAModelOfTheActs(Map.of("epochs", 0));
    assertRefused("epochs");
    readsAModelOfTheActs(Map.of("zones", "X"));
    assertRefused("X");
    readsAModelOfTheActs(Map.of("layers", 3));
    assertRefused("layers");
  }

  /** Fails when some steps of computing the language model's states are done. */
  private static Progress interruptedStates(int steps, List<String> notes) {
    return new Progress() {
      private int done;
      private boolean states;

      @Override
      public void stage(String name) {
        states = name.contains("states of the language model");
      }

      @Override
      public void step(long position) {
        if (states && ++done >= steps) {
          throw new IllegalStateException("interrupted");
        }
      }

      @Override
      public void note(String text) {
        notes.add(text);
      }
    };
  }

  private static Progress notes(List<String> notes) {
    return new Progress() {
      @Override
      public void stage(String name) {}

      @Override
      public void step(long done) {}

      @Override
      public void note(String text) {
        notes.add(text);
      }
    };
  }

  @Test
  void anInterruptedComputationOfStatesIsResumedWithTheSameResult() throws IOException {
    settings.put("schedule", Map.of("epochs", 1));
    ModelBundle whole = train("whole", Progress.NONE);
    Progress interrupting = interruptedStates(12, new ArrayList<>());
    assertThrows(IllegalStateException.class, () -> train("resumed", interrupting));
    List<String> notes = new ArrayList<>();
    ModelBundle resumed = train("resumed", notes(notes));
    assertArrayEquals(
        Files.readAllBytes(whole.file("model.onnx")),
        Files.readAllBytes(resumed.file("model.onnx")));
  }

  @Test
  void settingsThatContradictTheModelAreRefusedBeforeDataAreRead() {
    settings.put(
        "tokenizer", Map.of("type", "words-and-characters", "minDocFrequency", 1, CHARACTERS, 20));
    assertRefused("contradict each other");
    settings.put(
        "embedding",
        Map.of(
            "type", "elmo", "dimension", 8, "model", "" + folder.resolve("elmo"), CHARACTERS, 20));
    assertRefused("reads 12 characters per word");
    settings.put("embedding", Map.of("type", "elmo", "dimension", 8, CHARACTERS, 20));
    assertRefused("needs the setting 'model'");
    settings.put(
        "embedding", Map.of("type", "elmo", "model", "" + folder.resolve("none"), CHARACTERS, 20));
    assertRefused("is no folder");
  }

  private void assertRefused(String part) {
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> trainer.check(new Recipe("elmo", "onnx", "1", settings, Map.of())));
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  @Test
  void anotherModelInTheSameFolderIsNotResumed() throws IOException {
    Recipe recipe = new Recipe("elmo", "onnx", "1", settings, Map.of());
    int before = fingerprint(recipe);
    assertEquals(before, fingerprint(recipe));
    ElmoFiles.write(RandomBiLm.weights(RandomBiLm.options(), 3), folder.resolve("elmo"));
    assertFalse(before == fingerprint(recipe));
  }

  private static int fingerprint(Recipe recipe) {
    return recipe.read(read -> NeuralSettings.read(read, LAYERS)).fingerprint();
  }
}
