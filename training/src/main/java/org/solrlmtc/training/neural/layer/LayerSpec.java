package org.solrlmtc.training.neural.layer;

import java.util.Map;

/** A layer as a recipe describes it: the type's name in the registry and its settings. */
public interface LayerSpec {
  /** The name in recipes, in the metadata of networks and in the {@link LayerRegistry}. */
  String type();

  /** All settings except the type. */
  Map<String, Object> settings();
}
