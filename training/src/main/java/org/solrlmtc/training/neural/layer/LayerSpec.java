package org.solrlmtc.training.neural.layer;

import java.util.Map;

/** A layer as a recipe describes it: the type's name in the registry and its settings. */
public interface LayerSpec {
  /** The name in recipes, in the metadata of networks and in the {@link LayerRegistry}. */
  String type();

  /** All settings except the type. */
  Map<String, Object> settings();

  /**
   * What the trained weights depend on: the settings, and the content of files that they name where
   * it is part of the network. The same in every process.
   */
  default String fingerprint() {
    return type() + settings();
  }
}
