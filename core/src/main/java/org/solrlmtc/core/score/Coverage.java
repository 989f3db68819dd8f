package org.solrlmtc.core.score;

import java.util.List;
import java.util.Optional;

/**
 * How much of an act a model knows.
 *
 * @param words the number of words of the act that the model reads
 * @param known how many of them are in the model's vocabulary
 */
public record Coverage(int words, int known) {
  public Coverage {
    if (known < 0 || words < known) {
      throw new IllegalArgumentException(known + " known words of " + words);
    }
  }

  /** The coverage of an act by an ensemble: that of the first member that has one. */
  public static Optional<Coverage> ofMembers(List<LabelScores> scores) {
    return scores.stream().flatMap(member -> member.coverage().stream()).findFirst();
  }

  /** The share of known words, between 0 and 1; 0 for an act without words. */
  public double share() {
    return words == 0 ? 0 : known / (double) words;
  }
}
