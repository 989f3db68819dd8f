package org.solrlmtc.training.neural.bilm;

import org.solrlmtc.training.neural.layer.LayerRegistry;

/** The layers of this package. */
public final class BiLmLayers {
  private BiLmLayers() {}

  /** A registry that has these layers, too. */
  public static LayerRegistry in(LayerRegistry registry) {
    return registry.withEmbedding(ElmoEmbedding.TYPE, ElmoEmbedding::read);
  }
}
