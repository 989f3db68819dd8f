package org.solrlmtc.core.onnx;

import java.util.Locale;

/** What becomes of the memory that a network needed for a batch. */
enum Arena {
  /** It is kept for the next batch: fast, and as much as the largest batch ever needed. */
  KEEP,

  /** It is given back after each batch. */
  SHRINK,

  /** Every intermediate result is allocated and freed by itself: slow, and as little as can be. */
  OFF;

  /**
   * Reads a name in lower case.
   *
   * @throws IllegalArgumentException naming the choices
   */
  public static Arena parse(String text) {
    for (Arena arena : values()) {
      if (arena.name().toLowerCase(Locale.ROOT).equals(text)) {
        return arena;
      }
    }
    throw new IllegalArgumentException(
        OnnxOptions.ARENA + " must be keep, shrink or off, not '" + text + "'");
  }
}
