package org.solrlmtc.core.onnx;

import java.util.Locale;

/** How ONNX Runtime's memory arena treats the memory of a batch. */
enum Arena {
  /** Kept for the next batch: fast, but takes as much as the largest batch so far. */
  KEEP,

  /** Released after each batch. */
  SHRINK,

  /**
   * No arena: every intermediate result is allocated and freed separately; slow, but takes the
   * least memory.
   */
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
