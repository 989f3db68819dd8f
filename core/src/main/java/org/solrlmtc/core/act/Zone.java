package org.solrlmtc.core.act;

import java.util.Locale;

/**
 * The four zones of an EU act, in reading order. The title is not a zone: it repeats the header.
 */
public enum Zone {
  HEADER("H"),
  RECITALS("R"),
  MAIN_BODY("MB"),
  ATTACHMENTS("A");

  private final String symbol;

  Zone(String symbol) {
    this.symbol = symbol;
  }

  /** The short name used in zone selections such as {@code H+R}. */
  public String symbol() {
    return symbol;
  }

  /** The zone's name in configuration and JSON: {@code header}, {@code recitals}, ... */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a zone by its key or symbol, whatever the case.
   *
   * @throws IllegalArgumentException naming the valid zones
   */
  public static Zone parse(String text) {
    for (Zone zone : values()) {
      if (zone.symbol.equalsIgnoreCase(text) || zone.name().equalsIgnoreCase(text)) {
        return zone;
      }
    }
    throw new IllegalArgumentException(
        "unknown zone '"
            + text
            + "': use header (H), recitals (R), main_body (MB) or attachments (A)");
  }
}
