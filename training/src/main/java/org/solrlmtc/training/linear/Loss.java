package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a wrong margin costs. */
enum Loss {
  /** The support vector machine's: the square of what is missing to a margin of 1. */
  SQUARED_HINGE("squared-hinge"),
  /** Logistic regression's: the negative log-likelihood. */
  LOGISTIC("logistic");

  private final String key;

  Loss(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }

  static Loss parse(String text) {
    return Arrays.stream(values())
        .filter(loss -> loss.key.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown loss '"
                        + text
                        + "': use "
                        + Arrays.stream(values())
                            .map(Loss::key)
                            .collect(Collectors.joining(" or "))));
  }
}
