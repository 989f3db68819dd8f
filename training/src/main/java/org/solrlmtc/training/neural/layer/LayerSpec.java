package org.solrlmtc.training.neural.layer;

import java.util.Map;

/** A layer as a recipe describes it: the type's name in the registry and its settings. */
public interface LayerSpec {
  /** The word in recipes, in the metadata of networks and in the {@link LayerRegistry}. */
  String type();

  /** The settings that describe it again, all of them, without the type. */
  Map<String, Object> settings();
}
