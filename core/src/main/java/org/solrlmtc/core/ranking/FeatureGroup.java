package org.solrlmtc.core.ranking;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Features of a candidate label that belong together. A ranking can do without any group. */
public enum FeatureGroup {
  /** Scores and ranks of the members, and of their mixture. */
  MEMBERS,

  /** Votes of similar known acts. */
  NEIGHBOURS,

  /** Training acts with the label and with other likely labels of the act. */
  COOCCURRENCE,

  /** Training acts with the label. */
  FREQUENCY,

  /** Training acts with the label and of the act's type. */
  TYPE,

  /** Position in the thesaurus, and scores of the concepts around it. */
  THESAURUS,

  /** Names of the label in the act's text. */
  NAMES,

  /** Words in the header that are similar to those of the label's names. */
  SIMILARITY,

  /** The act itself. */
  ACT;

  /** The name in recipes and manifests. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a group by its key.
   *
   * @throws IllegalArgumentException naming the valid keys
   */
  public static FeatureGroup parse(String key) {
    return Arrays.stream(values())
        .filter(group -> group.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown feature group '"
                        + key
                        + "': use "
                        + Arrays.stream(values())
                            .map(FeatureGroup::key)
                            .collect(Collectors.joining(", "))));
  }
}
