package org.solrlmtc.core.exactmatch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.solrlmtc.core.act.ZoneSelection;

/**
 * What counts as a verbatim match.
 *
 * @param zones the zones searched; their token limit applies too
 * @param alternativeNames match a concept's non-preferred names as well as its descriptor
 * @param stemming how far word forms are folded
 * @param minimumLength names with fewer characters than this are not searched for
 */
public record ExactMatchSettings(
    ZoneSelection zones, boolean alternativeNames, Stemming stemming, int minimumLength) {

  /** The paper's row: descriptors only, verbatim, in the whole text. */
  public static final ExactMatchSettings PAPER =
      new ExactMatchSettings(ZoneSelection.FULL, false, Stemming.NONE, 1);

  public ExactMatchSettings {
    Objects.requireNonNull(zones, "zones");
    Objects.requireNonNull(stemming, "stemming");
    if (minimumLength < 1) {
      throw new IllegalArgumentException("minimumLength must be at least 1, not " + minimumLength);
    }
  }

  /**
   * Reads the settings of a manifest or recipe; what is not given keeps the paper's value.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or has a wrong value
   */
  public static ExactMatchSettings fromMap(Map<String, Object> map) {
    ZoneSelection zones = PAPER.zones;
    boolean alternativeNames = PAPER.alternativeNames;
    Stemming stemming = PAPER.stemming;
    int minimumLength = PAPER.minimumLength;
    for (Map.Entry<String, Object> entry : map.entrySet()) {
      String key = entry.getKey();
      switch (key) {
        case "zones" -> zones = ZoneSelection.parse(typed(entry, String.class));
        case "alternativeNames" -> alternativeNames = typed(entry, Boolean.class);
        case "stemming" -> stemming = Stemming.parse(typed(entry, String.class));
        case "minimumLength" -> minimumLength = typed(entry, Integer.class);
        default ->
            throw new IllegalArgumentException(
                "unknown Exact Match setting '"
                    + key
                    + "': use zones, alternativeNames, stemming or minimumLength");
      }
    }
    return new ExactMatchSettings(zones, alternativeNames, stemming, minimumLength);
  }

  /** The form that {@link #fromMap} reads. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("alternativeNames", alternativeNames);
    map.put("stemming", stemming.key());
    map.put("minimumLength", minimumLength);
    return map;
  }

  private static <T> T typed(Map.Entry<String, Object> entry, Class<T> type) {
    if (!type.isInstance(entry.getValue())) {
      throw new IllegalArgumentException(
          "the Exact Match setting '"
              + entry.getKey()
              + "' must be a "
              + type.getSimpleName()
              + ", not "
              + entry.getValue());
    }
    return type.cast(entry.getValue());
  }
}
