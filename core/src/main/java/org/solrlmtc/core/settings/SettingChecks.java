package org.solrlmtc.core.settings;

/** Checks of the ranges of settings. Every message names the setting. */
public final class SettingChecks {
  private SettingChecks() {}

  /** An integer with a lower bound. */
  public static int atLeast(String name, int value, int min) {
    if (value < min) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + min + ", not " + value);
    }
    return value;
  }

  /** A finite number above 0. */
  public static double positive(String name, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be above 0, not " + value);
    }
    return value;
  }

  /** A rate such as that of dropout: at least 0 and below 1. */
  public static double rate(String section, String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(
          "the setting '"
              + name
              + "' of '"
              + section
              + "' must be at least 0 and below 1, not "
              + value);
    }
    return value;
  }

  /** A ratio above 0 and at most 1. */
  public static double ratio(String section, String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "the setting '"
              + name
              + "' of '"
              + section
              + "' must be above 0 and at most 1, not "
              + value);
    }
    return value;
  }
}
