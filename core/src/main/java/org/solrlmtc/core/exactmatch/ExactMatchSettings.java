package org.solrlmtc.core.exactmatch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

/**
 * What counts as a verbatim match.
 *
 * @param zones the zones searched; their token limit applies too
 * @param alternativeNames match a concept's non-preferred names as well as its descriptor
 * @param stemming how far word forms are folded
 * @param minNameLength names with fewer characters than this are not searched for
 */
public record ExactMatchSettings(
    ZoneSelection zones, boolean alternativeNames, Stemming stemming, int minNameLength) {

  /** The paper's row: descriptors only, verbatim, in the whole text. */
  public static final ExactMatchSettings PAPER =
      new ExactMatchSettings(ZoneSelection.FULL, false, Stemming.NONE, 1);

  public ExactMatchSettings {
    Objects.requireNonNull(zones, "zones");
    Objects.requireNonNull(stemming, "stemming");
    if (minNameLength < 1) {
      throw new IllegalArgumentException("minNameLength must be at least 1, not " + minNameLength);
    }
  }

  /**
   * Reads the settings of a manifest or recipe; what is not given keeps the paper's value.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or has a wrong value
   */
  public static ExactMatchSettings fromMap(Map<String, Object> map) {
    Settings settings = new Settings(ExactMatchScorerProvider.METHOD, map);
    ExactMatchSettings read = read(settings);
    settings.finish();
    return read;
  }

  /** Takes these settings out of others. */
  static ExactMatchSettings read(Settings settings) {
    return new ExactMatchSettings(
        ZoneSelection.parse(settings.text("zones", PAPER.zones.toString())),
        settings.flag("alternativeNames", PAPER.alternativeNames),
        Stemming.parse(settings.text("stemming", PAPER.stemming.key())),
        settings.integer("minNameLength", PAPER.minNameLength));
  }

  /** The form that {@link #fromMap} reads. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", zones.toString());
    map.put("alternativeNames", alternativeNames);
    map.put("stemming", stemming.key());
    map.put("minNameLength", minNameLength);
    return map;
  }
}
