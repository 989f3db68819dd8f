package org.solrlmtc.cli.learn;

import java.util.Locale;

/** What learns. */
enum LearnLevel {
  MEMORY,
  DECISION,
  ALL;

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
