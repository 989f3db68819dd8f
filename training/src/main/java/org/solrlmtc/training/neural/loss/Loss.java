package org.solrlmtc.training.neural.loss;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.settings.Settings;

/**
 * The section {@code loss} of a recipe: what training minimises. One class implements all of it.
 */
public sealed interface Loss permits BinaryCrossEntropy, AsymmetricLoss, ZlprLoss {
  /** The default of recipes. */
  Loss STANDARD = new BinaryCrossEntropy();

  /**
   * A computed loss.
   *
   * @param value the sum over acts
   * @param gradient of the logits
   */
  record Computed(double value, Tensor gradient) {}

  /**
   * Computes the loss of a batch.
   *
   * @param logits {@code [labels, acts]}
   * @param gold 1 for gold labels, else 0; {@code [labels, acts]}
   * @param weights of labels, {@code [labels, 1]}: the inverse of the probability with which a
   *     label was sampled
   */
  Computed compute(Tensor logits, Tensor gold, Tensor weights);

  /**
   * Reads the section.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  static Loss read(Settings section) {
    Map<String, Function<Settings, Loss>> types = new LinkedHashMap<>();
    types.put(BinaryCrossEntropy.TYPE, settings -> STANDARD);
    types.put(AsymmetricLoss.TYPE, AsymmetricLoss::read);
    types.put(ZlprLoss.TYPE, settings -> new ZlprLoss());
    String type = section.text("type", BinaryCrossEntropy.TYPE);
    Function<Settings, Loss> reader = types.get(type);
    if (reader == null) {
      throw new IllegalArgumentException(
          "the setting 'type' of 'loss' cannot be '"
              + type
              + "': use "
              + String.join(", ", types.keySet()));
    }
    Loss read = reader.apply(section);
    section.finish();
    return read;
  }
}
