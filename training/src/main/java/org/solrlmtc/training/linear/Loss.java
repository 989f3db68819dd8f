package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Loss functions. */
enum Loss {
  /** Linear SVM: the squared difference to a margin of 1. */
  SQUARED_HINGE("squared-hinge"),
  /** Logistic regression: the negative log-likelihood. */
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
