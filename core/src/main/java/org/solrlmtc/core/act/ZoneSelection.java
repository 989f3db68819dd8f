package org.solrlmtc.core.act;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of an act that is read: {@code H}, {@code R}, {@code H+R}, {@code MB}, {@code full} (any
 * zones joined by {@code +}), optionally truncated to the first N tokens of a zone, {@code
 * H+R/900+MB/600}, or of all of them: {@code full:512}. Tokens are separated by white space.
 *
 * @param zones the zones read, always in reading order
 * @param zoneLimits the maximum number of tokens of a zone; a zone without one is read whole
 * @param maxWhitespaceTokens the maximum number of tokens over all selected zones
 */
public record ZoneSelection(
    Set<Zone> zones, Map<Zone, Integer> zoneLimits, int maxWhitespaceTokens) {

  /** All zones, without a limit. */
  public static final ZoneSelection FULL =
      new ZoneSelection(EnumSet.allOf(Zone.class), Integer.MAX_VALUE);

  private static final String USAGE =
      "use zones joined by '+' (H, R, MB, A) or full, optionally with a limit of tokens of a zone"
          + " or of all, such as H+R, H+R/900+MB/600 or full:512";
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
    zoneLimits = Map.copyOf(zoneLimits);
    zoneLimits.forEach(
        (zone, limit) -> {
          if (limit < 1) {
            throw new IllegalArgumentException(
                "the token limit of zone " + zone.symbol() + " must be at least 1, not " + limit);
          }
        });
  }

  /** Without limits per zone. */
  public ZoneSelection(Set<Zone> zones, int maxWhitespaceTokens) {
    this(zones, Map.of(), maxWhitespaceTokens);
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
      maxWhitespaceTokens = limit(zonesPart.substring(colon + 1), text);
      zonesPart = zonesPart.substring(0, colon);
    }
    if (zonesPart.toLowerCase(Locale.ROOT).equals("full")) {
      return new ZoneSelection(FULL.zones, maxWhitespaceTokens);
    }
    EnumSet<Zone> zones = EnumSet.noneOf(Zone.class);
    Map<Zone, Integer> zoneLimits = new EnumMap<>(Zone.class);
    for (String part : zonesPart.split("\\+", -1)) {
      int slash = part.indexOf('/');
      String name = slash < 0 ? part : part.substring(0, slash);
      try {
        Zone zone = Zone.parse(name.strip());
        zones.add(zone);
        if (slash >= 0) {
          zoneLimits.put(zone, limit(part.substring(slash + 1), text));
        }
      } catch (NumberFormatException e) {
        throw e;
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "unknown zone '" + name + "' in zone selection '" + text + "': " + USAGE, e);
      }
    }
    return new ZoneSelection(zones, zoneLimits, maxWhitespaceTokens);
  }

  private static int limit(String number, String text) {
    try {
      return Integer.parseInt(number.strip());
    } catch (NumberFormatException e) {
      NumberFormatException named =
          new NumberFormatException(
              "'"
                  + number
                  + "' is not a number of tokens in zone selection '"
                  + text
                  + "': "
                  + USAGE);
      named.initCause(e);
      throw named;
    }
  }

  /**
   * Visits the selected sections in reading order and skips blank ones. A section that exceeds a
   * limit is truncated after its last whole token.
   */
  public void forEachSection(LegalAct act, SectionVisitor visitor) {
    int leftOfAll = maxWhitespaceTokens;
    for (Zone zone : zones) {
      int limit = zoneLimits.getOrDefault(zone, Integer.MAX_VALUE);
      int left = Math.min(limit, leftOfAll);
      List<String> sections = act.sections(zone);
      for (int number = 0; number < sections.size(); number++) {
        String section = sections.get(number);
        if (section.isBlank()) {
          continue;
        }
        if (left == Integer.MAX_VALUE) {
          visitor.section(zone, number, section);
          continue;
        }
        if (left == 0) {
          break;
        }
        Matcher tokens = TOKEN.matcher(section);
        int end = 0;
        while (left > 0 && tokens.find()) {
          end = tokens.end();
          left--;
          if (leftOfAll != Integer.MAX_VALUE) {
            leftOfAll--;
          }
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
        zones.size() == Zone.values().length && zoneLimits.isEmpty()
            ? "full"
            : zones.stream()
                .map(
                    zone ->
                        zoneLimits.containsKey(zone)
                            ? zone.symbol() + "/" + zoneLimits.get(zone)
                            : zone.symbol())
                .collect(Collectors.joining("+"));
    return maxWhitespaceTokens == Integer.MAX_VALUE ? names : names + ":" + maxWhitespaceTokens;
  }
}
