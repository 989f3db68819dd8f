package org.solrlmtc.core.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

/**
 * Which n-grams are taken from an act.
 *
 * @param namespaces the texts read; the same words in two namespaces are different n-grams, so that
 *     {@code [full, H]} tells a word of the header from one elsewhere
 * @param zoneWeights how much each namespace counts: its n-grams' values are multiplied by this
 *     before the vector is scaled to length 1
 * @param normalisation what is scaled to length 1
 * @param maxNgram n-grams of 1 to this many words
 * @param maskDigits whether every digit is read as {@code D}
 * @param reading how the text is read
 */
public record NgramSettings(
    List<ZoneSelection> namespaces,
    List<Double> zoneWeights,
    Normalisation normalisation,
    int maxNgram,
    boolean maskDigits,
    ActReading reading) {

  /** The L2 normalisation of TF-IDF vectors. */
  public enum Normalisation {
    /** The vector of the whole act. The longer the text, the less its header counts. */
    ACT,

    /**
     * The vector of each namespace, and then that of the act. A header has the same weight in short
     * and long acts.
     */
    ZONE;

    /** The name in recipes and manifests. */
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Normalisation parse(String key) {
      for (Normalisation normalisation : values()) {
        if (normalisation.key().equals(key)) {
          return normalisation;
        }
      }
      throw new IllegalArgumentException(
          "the setting 'normalisation' must be act or zone, not '" + key + "'");
    }
  }

  private static final int MAX_LENGTH = 10;
  private static final double MAX_WEIGHT = 100;

  public NgramSettings {
    namespaces = List.copyOf(namespaces);
    if (namespaces.isEmpty()) {
      throw new IllegalArgumentException("the setting 'zones' needs at least one zone selection");
    }
    zoneWeights = List.copyOf(zoneWeights);
    if (zoneWeights.size() != namespaces.size()
        || zoneWeights.stream().anyMatch(weight -> !(weight > 0 && weight <= MAX_WEIGHT))) {
      throw new IllegalArgumentException(
          "the setting 'zoneWeights' needs a number above 0 and up to "
              + MAX_WEIGHT
              + " for each of the "
              + namespaces.size()
              + " zone selections, not "
              + zoneWeights);
    }
    if (maxNgram < 1 || maxNgram > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the setting 'maxNgram' must be between 1 and " + MAX_LENGTH + ", not " + maxNgram);
    }
  }

  /** Namespaces with equal weights, of the text as it is. */
  public NgramSettings(List<ZoneSelection> namespaces, int maxNgram, boolean maskDigits) {
    this(
        namespaces,
        Collections.nCopies(namespaces.size(), 1.0),
        Normalisation.ACT,
        maxNgram,
        maskDigits,
        ActReading.RAW);
  }

  /** Takes these settings out of a recipe or manifest. */
  public static NgramSettings read(Settings settings) {
    List<ZoneSelection> namespaces =
        settings.texts("zones", List.of("full", "H")).stream()
            .map(ZoneSelection::parse)
            .collect(Collectors.toList());
    return new NgramSettings(
        namespaces,
        settings.numbers("zoneWeights", Collections.nCopies(namespaces.size(), 1.0)),
        Normalisation.parse(settings.text("normalisation", Normalisation.ACT.key())),
        settings.integer("maxNgram", 2),
        settings.flag("maskDigits", true),
        ActReading.parse(settings.text("reading", ActReading.RAW.key())));
  }

  /** The form that {@link #read} takes. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zones", namespaces.stream().map(ZoneSelection::toString).collect(Collectors.toList()));
    map.put("zoneWeights", zoneWeights);
    map.put("normalisation", normalisation.key());
    map.put("maxNgram", maxNgram);
    map.put("maskDigits", maskDigits);
    map.put("reading", reading.key());
    return map;
  }
}
