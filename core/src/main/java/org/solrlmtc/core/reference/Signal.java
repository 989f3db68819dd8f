package org.solrlmtc.core.reference;

/** A number per act that shows whether acts are like those a model was tuned on. */
public enum Signal {
  /** The score of the best label. */
  BEST_SCORE("bestScore"),

  /** The share of the act's words that are in the vocabulary. */
  COVERAGE("coverage"),

  /** The expected F1 of the assigned labels. */
  CONFIDENCE("confidence");

  private final String key;

  Signal(String key) {
    this.key = key;
  }

  /** The name in manifests and metrics. */
  public String key() {
    return key;
  }
}
