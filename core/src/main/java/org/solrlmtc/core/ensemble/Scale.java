package org.solrlmtc.core.ensemble;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** In what form members' scores are added up. */
public enum Scale {
  /** As they are. */
  PROBABILITY,

  /** As log-odds: how sure a member is counts, not only what it finds likely. */
  LOG_ODDS;

  /** Probabilities nearer to 0 or 1 than this are taken for this, as is a missing score. */
  private static final double NEAREST = 0.0005;

  private static final double FARTHEST = Math.log(1 / NEAREST - 1);

  /** The name in manifests. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException naming the choices
   */
  public static Scale parse(String key) {
    return Arrays.stream(values())
        .filter(scale -> scale.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the setting 'scale' must be one of "
                        + Arrays.stream(values()).map(Scale::key).collect(Collectors.joining(", "))
                        + ", not "
                        + key));
  }

  /** What a score counts; more than 0 unless it counts as a missing one. */
  public double of(float score) {
    if (this == PROBABILITY) {
      return score;
    }
    // measured from what a missing score counts
    double inside = Math.min(1 - NEAREST, Math.max(NEAREST, score));
    return FARTHEST + Math.log(inside / (1 - inside));
  }
}
