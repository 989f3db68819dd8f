package org.solrlmtc.training.neural.transformer;

import org.solrlmtc.training.neural.layer.LayerRegistry;

/** The layers of this package. */
public final class TransformerLayers {
  private TransformerLayers() {}

  /** A registry that has these layers, too. */
  public static LayerRegistry in(LayerRegistry registry) {
    return registry
        .withEmbedding(PretrainedEmbedding.TYPE, PretrainedEmbedding::read)
        .withEncoder(Transformer.TYPE, Transformer::read)
        .withHead(FirstStateHead.TYPE, FirstStateHead::read);
  }
}
