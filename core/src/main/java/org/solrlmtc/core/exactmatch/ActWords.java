package org.solrlmtc.core.exactmatch;

import java.util.Arrays;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;

/** The words of an act as numbers. Filled again for each act, by one thread. */
final class ActWords {
  private static final Zone[] ZONES = Zone.values();

  /** Words as numbers, sections one after the other; {@link TermTable#UNKNOWN} between sections. */
  private int[] numbers = new int[1024];

  private int size;

  /** The words of zone i are those before {@code zoneEnds[i]} and not before the one before. */
  private final int[] zoneEnds = new int[ZONES.length];

  private int words;

  /** Reads an act. */
  @SuppressWarnings("EnumOrdinal") // an array by zone
  void read(LegalAct act, ZoneSelection zones, PhraseAnalyzer analyzer, TermTable table) {
    size = 0;
    words = 0;
    Arrays.fill(zoneEnds, 0);
    zones.forEachSection(
        act,
        (zone, section, text) -> {
          analyzer.forEachTerm(
              text,
              (term, length) -> {
                words++;
                add(table.find(term, length));
              });
          // a name never spans two sections
          add(TermTable.UNKNOWN);
          zoneEnds[zone.ordinal()] = size;
        });
    // zones are read in their order; one that is not read ends where the one before it ends
    for (int zone = 1; zone < zoneEnds.length; zone++) {
      zoneEnds[zone] = Math.max(zoneEnds[zone], zoneEnds[zone - 1]);
    }
  }

  private void add(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  /** The number of words, known or not. */
  int words() {
    return words;
  }

  /** The end of a zone in {@link #numbers}. */
  int end(int zone) {
    return zoneEnds[zone];
  }

  /** The words, as numbers; not to be modified. */
  int[] numbers() {
    return numbers;
  }
}
