package org.solrlmtc.core.score;

import java.util.Locale;

/**
 * A label's group by the number of training acts that have it. The paper's prose has "more than 50"
 * for frequent labels; its counts (746 / 3,362 / 163) require 50 or more.
 */
public enum LabelGroup {
  FREQUENT,
  FEW,
  ZERO;

  private static final int FREQUENT_FROM = 50;

  public static LabelGroup of(int trainingActs) {
    if (trainingActs >= FREQUENT_FROM) {
      return FREQUENT;
    }
    return trainingActs > 0 ? FEW : ZERO;
  }

  /** The group's name in files and reports: {@code frequent}, {@code few}, {@code zero}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
