package org.solrlmtc.training.neural;

import java.util.List;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.layer.LayerSpec;
import org.solrlmtc.training.neural.loop.LabelSampling;
import org.solrlmtc.training.neural.loop.LoopSettings;
import org.solrlmtc.training.neural.loop.OptimiserSettings;
import org.solrlmtc.training.neural.loop.Schedule;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.TextSettings;

/**
 * The settings of a neural recipe, in sections.
 *
 * @param precision how the weights of the finished network are stored
 */
record NeuralSettings(
    TextSettings text,
    Embedding embedding,
    Encoder encoder,
    Head head,
    LoopSettings loop,
    Torch.DeviceChoice device,
    Precision precision) {

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that is unknown, wrong or contradicts
   *     another one
   */
  static NeuralSettings fromMap(String method, Map<String, Object> map, LayerRegistry layers) {
    Settings settings = new Settings(method, map);
    NeuralSettings read =
        new NeuralSettings(
            TextSettings.read(settings.section("tokenizer")),
            layers.embedding(settings.section("embedding")),
            layers.encoder(settings.section("encoder")),
            layers.head(settings.section("head")),
            new LoopSettings(
                Dropout.read(settings.section("dropout")),
                LabelSampling.read(settings.section("labels")),
                OptimiserSettings.read(settings.section("optimiser")),
                Schedule.read(settings.section("schedule")),
                settings.integer("seed", 1)),
            settings.choice("device", Torch.DeviceChoice.AUTO),
            settings.choice("precision", Precision.FP32));
    settings.finish();
    return read;
  }

  /** Fingerprint of all settings that the trained weights depend on; the same in every process. */
  int fingerprint() {
    return List.of(text, describe(embedding), describe(encoder), describe(head), loop)
        .toString()
        .hashCode();
  }

  private static String describe(LayerSpec layer) {
    return layer.type() + layer.settings();
  }
}
