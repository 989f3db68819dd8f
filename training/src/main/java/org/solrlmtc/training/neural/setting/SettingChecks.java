package org.solrlmtc.training.neural.setting;

/** Ranges of settings. Every complaint names the setting. */
public final class SettingChecks {
  private SettingChecks() {}

  /** A whole number with a lower bound. */
  public static int atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "the setting '" + name + "' must be at least " + least + ", not " + value);
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

  /** A share that is not 0: above 0 and at most 1. */
  public static double share(String section, String name, double value) {
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
