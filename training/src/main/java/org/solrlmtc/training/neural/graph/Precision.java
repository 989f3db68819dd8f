package org.solrlmtc.training.neural.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a network's weights are stored and multiplied. */
public enum Precision {
  /** As trained. */
  FP32,

  /**
   * Word vectors and label matrices quantised to int8 with one scale per word and label; label-wise
   * heads multiply int8. A quarter of the size.
   */
  INT8;

  /** The name in recipes and manifests. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException naming the choices
   */
  public static Precision parse(String key) {
    return Arrays.stream(values())
        .filter(precision -> precision.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the setting 'precision' must be one of "
                        + Arrays.stream(values())
                            .map(Precision::key)
                            .collect(Collectors.joining(", "))
                        + ", not "
                        + key));
  }
}
