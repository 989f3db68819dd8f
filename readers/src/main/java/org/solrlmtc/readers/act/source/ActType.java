package org.solrlmtc.readers.act.source;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The type of act that a title names. */
public final class ActType {
  private static final Pattern BINDING = words("regulation|decision|directive");
  private static final Pattern PROPOSAL =
      Pattern.compile("(?:amended )?proposal for an? ", Pattern.CASE_INSENSITIVE);
  private static final Pattern OTHER = words("recommendation|opinion|resolution");

  private ActType() {}

  /**
   * The first binding type named, or else the first other one, or empty: "Council Decision amending
   * Regulation ..." is a Decision, even after a footnote that mentions an opinion. What proposes or
   * corrects an act is of a type of its own.
   */
  public static String of(String title) {
    if (ActId.isCorrigendum(title)) {
      return "Corrigendum";
    }
    if (PROPOSAL.matcher(title).lookingAt()) {
      return "Proposal";
    }
    return find(BINDING, title).or(() -> find(OTHER, title)).orElse("");
  }

  private static Optional<String> find(Pattern words, String title) {
    Matcher matcher = words.matcher(title);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String type = matcher.group().toLowerCase(Locale.ROOT);
    return Optional.of(type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1));
  }

  private static Pattern words(String alternatives) {
    return Pattern.compile("\\b(?:" + alternatives + ")\\b", Pattern.CASE_INSENSITIVE);
  }
}
