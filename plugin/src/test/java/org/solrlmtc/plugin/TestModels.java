package org.solrlmtc.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.onnx.NetworkSignature;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;

/** A thesaurus that fits on a page, and bundles made of it. */
final class TestModels {
  /**
   * Two domains; "milk" and "cheese" lie under dairy, "cheese" is narrower than "milk"; "licence"
   * lies under trade.
   */
  static final Thesaurus THESAURUS =
      new Thesaurus(
          new Edition("en", "1", "test"),
          List.of(new Domain("d60", "60", "FOOD"), new Domain("d20", "20", "TRADE")),
          List.of(
              new Microthesaurus("m6016", "6016", "dairy", "d60"),
              new Microthesaurus("m2011", "2011", "trade policy", "d20")),
          List.of(
              concept("1", "milk", "m6016"),
              concept("2", "cheese", "m6016", "1"),
              concept("3", "import licence", "m2011"),
              concept("4", "butter", "m6016", "1")));

  /** In the order of the concepts: milk is frequent, the import licence was never seen. */
  private static final int[] TRAINING_ACTS = {60, 10, 0, 5};

  static final LabelSet LABELS =
      new LabelSet(THESAURUS.concepts().stream().map(Concept::id).toList(), TRAINING_ACTS);

  private TestModels() {}

  private static Concept concept(String id, String name, String micro, String... broader) {
    return new Concept(id, name, List.of(), List.of(broader), List.of(micro), false);
  }

  static ModelBundle write(Path models, String name, String method, double threshold, int maxLabels)
      throws IOException {
    return write(models, name, "7", method, threshold, maxLabels);
  }

  static ModelBundle write(
      Path models, String name, String version, String method, double threshold, int maxLabels)
      throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve(name), LABELS, THESAURUS)) {
      return writer.finish(
          version,
          method,
          Map.of(),
          new DecisionRule(threshold, Map.of(), maxLabels),
          Map.of("recipe", "by hand"),
          Map.of("dev", Map.of("RP@5", 0.25)));
    }
  }

  /** A bundle around a network of a few numbers, which ONNX Runtime runs like any other. */
  static ModelBundle writeNetwork(Path models, String name, String version) throws IOException {
    try (BundleWriter writer = new BundleWriter(models.resolve(name), LABELS, THESAURUS);
        InputStream network = TestModels.class.getResourceAsStream("tiny.onnx")) {
      Files.copy(network, writer.file(OnnxScorerProvider.MODEL));
      OnnxScorerProvider.writeOutputs(List.of("1", "2", "4"), writer);
      WordTokenizer tokenizer =
          new WordTokenizer(
              new WordTokenizerSettings(ZoneSelection.FULL, 50, true, false),
              WordVocabulary.of(List.of("milk", "cheese")));
      tokenizer.write(writer::file);
      return writer.finish(
          version,
          OnnxScorerProvider.METHOD,
          OnnxScorerProvider.settings(
              tokenizer,
              new NetworkSignature(
                  List.of(
                      new NetworkSignature.Input(
                          "tokens",
                          NetworkSignature.ElementType.INT64,
                          List.of("batch", "tokens"),
                          InputSource.TOKEN_IDS),
                      new NetworkSignature.Input(
                          "lengths",
                          NetworkSignature.ElementType.INT32,
                          List.of("batch"),
                          InputSource.LENGTHS)),
                  "probabilities",
                  Optional.empty(),
                  1)),
          DecisionRule.above(0.5),
          Map.of(),
          Map.of());
    }
  }
}
