package org.solrlmtc.training.neural.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.onnx.OnnxScorerProvider;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.neural.graph.Precision;

/** Bundles of untrained networks, for labels of {@link TinyData}. */
public final class TinyBundle {
  private TinyBundle() {}

  /** A network for the labels that training acts have. */
  public static ModelBundle write(Path folder, LabelSet labels, Thesaurus thesaurus)
      throws IOException {
    List<String> concepts =
        labels.ids().stream()
            .filter(id -> labels.trainingActs(labels.indexOf(id).getAsInt()) > 0)
            .collect(Collectors.toList());
    try (BundleWriter writer = new BundleWriter(folder, labels, thesaurus)) {
      Map<String, Object> settings =
          export(Precision.FP32, concepts)
              .write(RandomNetworks.of("cnn-pool2", "lwan", concepts.size()), writer);
      return writer.finish(
          "1", OnnxScorerProvider.METHOD, settings, DecisionRule.above(0.5), Map.of(), Map.of());
    }
  }

  static OnnxExport export(Precision precision, List<String> concepts) {
    return export(precision, concepts, ZoneSelection.FULL);
  }

  static OnnxExport export(Precision precision, List<String> concepts, ZoneSelection zones) {
    WordVocabulary words =
        WordVocabulary.of(
            IntStream.range(2, RandomNetworks.WORDS)
                .mapToObj(TinyData::word)
                .collect(Collectors.toList()));
    return new OnnxExport(
        precision,
        concepts,
        new WordTokenizer(new WordTokenizerSettings(zones, 100, true, false), words),
        Map.of("recipe", "none"));
  }
}
