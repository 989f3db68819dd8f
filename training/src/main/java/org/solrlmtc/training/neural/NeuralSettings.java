package org.solrlmtc.training.neural;

import java.util.List;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenizerSpec;
import org.solrlmtc.core.text.Tokenizers;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.layer.Head;
import org.solrlmtc.training.neural.layer.LayerRegistry;
import org.solrlmtc.training.neural.loop.LabelSampling;
import org.solrlmtc.training.neural.loop.LoopSettings;
import org.solrlmtc.training.neural.loop.OptimiserSettings;
import org.solrlmtc.training.neural.loop.Schedule;
import org.solrlmtc.training.neural.loss.Loss;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The settings of a neural recipe, in sections.
 *
 * @param precision how the weights of the finished network are stored
 */
record NeuralSettings(
    TokenizerSpec tokenizer,
    Embedding embedding,
    Encoder encoder,
    Head head,
    LoopSettings loop,
    Torch.DeviceChoice device,
    Precision precision) {
  NeuralSettings {
    if (tokenizer.idsPerToken() != embedding.idsPerToken()) {
      throw new IllegalArgumentException(
          "the sections 'tokenizer' and 'embedding' contradict each other: a token of the type '"
              + tokenizer.settings().get("type")
              + "' has "
              + tokenizer.idsPerToken()
              + " ids, but the embedding '"
              + embedding.type()
              + "' reads "
              + embedding.idsPerToken());
    }
  }

  /**
   * Reads a recipe's settings.
   *
   * @throws IllegalArgumentException naming the setting that is unknown, wrong or contradicts
   *     another one
   */
  static NeuralSettings read(Settings settings, LayerRegistry layers) {
    return new NeuralSettings(
        Tokenizers.spec(settings.section("tokenizer")),
        layers.embedding(settings.section("embedding")),
        layers.encoder(settings.section("encoder")),
        layers.head(settings.section("head")),
        new LoopSettings(
            Dropout.read(settings.section("dropout")),
            LabelSampling.read(settings.section("labels")),
            Loss.read(settings.section("loss")),
            OptimiserSettings.read(settings.section("optimiser")),
            Schedule.read(settings.section("schedule")),
            settings.integer("seed", 1)),
        settings.choice("device", Torch.DeviceChoice.AUTO),
        settings.choice("precision", Precision.FP32));
  }

  /** Fingerprint of all settings that the trained weights depend on; the same in every process. */
  int fingerprint() {
    return List.of(
            tokenizer.settings(),
            embedding.fingerprint(),
            encoder.fingerprint(),
            head.fingerprint(),
            loop)
        .toString()
        .hashCode();
  }
}
