package org.solrlmtc.core.act;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of an act that is read: {@code H}, {@code R}, {@code H+R}, {@code MB}, {@code full} (any
 * zones joined by {@code +}), optionally truncated to its first N tokens: {@code full:512}.
 *
 * @param zones the zones read, always in reading order
 * @param maxWhitespaceTokens word limit: maximum number of white-space separated tokens over all
 *     selected zones
 */
public record ZoneSelection(Set<Zone> zones, int maxWhitespaceTokens) {

  /** All zones, without a limit. */
  public static final ZoneSelection FULL =
      new ZoneSelection(EnumSet.allOf(Zone.class), Integer.MAX_VALUE);

  private static final String USAGE =
      "use zones joined by '+' (H, R, MB, A) or full, optionally with a limit of tokens, such as"
          + " H+R or full:512";
  private static final Pattern TOKEN = Pattern.compile("\\S+");

  public ZoneSelection {
    if (zones.isEmpty()) {
      throw new IllegalArgumentException("a zone selection needs at least one zone: " + USAGE);
    }
    if (maxWhitespaceTokens < 1) {
      throw new IllegalArgumentException(
          "a zone selection's token limit must be at least 1, not " + maxWhitespaceTokens);
    }
    zones = Collections.unmodifiableSet(EnumSet.copyOf(zones));
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException naming what is wrong and the valid forms
   */
  public static ZoneSelection parse(String text) {
    String zonesPart = text.strip();
    int maxWhitespaceTokens = Integer.MAX_VALUE;
    int colon = zonesPart.indexOf(':');
    if (colon >= 0) {
      String number = zonesPart.substring(colon + 1);
      try {
        maxWhitespaceTokens = Integer.parseInt(number);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "'" + number + "' is not a number of tokens in zone selection '" + text + "': " + USAGE,
            e);
      }
      zonesPart = zonesPart.substring(0, colon);
    }
    if (zonesPart.toLowerCase(Locale.ROOT).equals("full")) {
      return new ZoneSelection(FULL.zones, maxWhitespaceTokens);
    }
    EnumSet<Zone> zones = EnumSet.noneOf(Zone.class);
    for (String part : zonesPart.split("\\+", -1)) {
      try {
        zones.add(Zone.parse(part.strip()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "unknown zone '" + part + "' in zone selection '" + text + "': " + USAGE, e);
      }
    }
    return new ZoneSelection(zones, maxWhitespaceTokens);
  }

  /**
   * Visits the selected sections in reading order and skips blank ones. The word limit counts
   * white-space separated tokens over all of them; a section that exceeds it is truncated after its
   * last whole token.
   */
  public void forEachSection(LegalAct act, SectionVisitor visitor) {
    int left = maxWhitespaceTokens;
    for (Zone zone : zones) {
      List<String> sections = act.sections(zone);
      for (int number = 0; number < sections.size(); number++) {
        String section = sections.get(number);
        if (section.isBlank()) {
          continue;
        }
        if (maxWhitespaceTokens == Integer.MAX_VALUE) {
          visitor.section(zone, number, section);
          continue;
        }
        if (left == 0) {
          return;
        }
        Matcher tokens = TOKEN.matcher(section);
        int end = 0;
        while (left > 0 && tokens.find()) {
          end = tokens.end();
          left--;
        }
        visitor.section(zone, number, section.substring(0, end));
      }
    }
  }

  /** The selected sections in reading order. */
  public List<String> sections(LegalAct act) {
    List<String> sections = new ArrayList<>();
    forEachSection(act, (zone, number, section) -> sections.add(section));
    return sections;
  }

  /** The selected sections as one text, separated by line breaks. */
  public String text(LegalAct act) {
    return String.join("\n", sections(act));
  }

  @Override
  public String toString() {
    String names =
        zones.size() == Zone.values().length
            ? "full"
            : zones.stream().map(Zone::symbol).collect(Collectors.joining("+"));
    return maxWhitespaceTokens == Integer.MAX_VALUE ? names : names + ":" + maxWhitespaceTokens;
  }
}
