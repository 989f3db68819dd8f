package org.solrlmtc.core.score;

import java.util.Arrays;
import java.util.Locale;

/** What happened to a label after its model was trained. */
public enum LabelEdit {
  /** It was added: its score follows its names. */
  ADDED,

  /** Its names changed: where a score depends on names, it follows the new ones. */
  RENAMED,

  /** It is no longer assigned. */
  REMOVED;

  /** The name in {@code labels.tsv}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds an edit by its key.
   *
   * @throws IllegalArgumentException naming the key
   */
  public static LabelEdit parse(String key) {
    return Arrays.stream(values())
        .filter(edit -> edit.key().equals(key))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("'" + key + "' is not added, renamed or removed"));
  }
}
