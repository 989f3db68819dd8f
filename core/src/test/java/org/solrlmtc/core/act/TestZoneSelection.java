package org.solrlmtc.core.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestZoneSelection {
  private static final LegalAct ACT =
      new LegalAct("id", "", "title", "h1 h2", "r1", List.of("a1 a2", " ", "b1"), "x1\n x2");

  @ParameterizedTest
  @CsvSource({
    "H, h1 h2",
    "R, r1",
    "H+R, h1 h2|r1",
    "MB, a1 a2|b1",
    "A, x1~ x2",
    "full, h1 h2|r1|a1 a2|b1|x1~ x2",
    "H+R+MB+A, h1 h2|r1|a1 a2|b1|x1~ x2",
    "full:1, h1",
    "full:2, h1 h2",
    "full:3, h1 h2|r1",
    "full:4, h1 h2|r1|a1",
    "full:7, h1 h2|r1|a1 a2|b1|x1",
    "full:8, h1 h2|r1|a1 a2|b1|x1~ x2",
    "full:9, h1 h2|r1|a1 a2|b1|x1~ x2",
    "MB:2, a1 a2",
    "MB/1, a1",
    "H/1+MB/3, h1|a1 a2|b1",
    "H+R/1+MB/2+A/1, h1 h2|r1|a1 a2|x1",
    "H/1+R+MB:3, h1|r1|a1",
  })
  void selectsZonesAndCutsAtTheTokenLimit(String selection, String expected) {
    List<String> sections = List.of(expected.replace('~', '\n').split("\\|"));
    assertEquals(sections, ZoneSelection.parse(selection).sections(ACT));
    assertEquals(String.join("\n", sections), ZoneSelection.parse(selection).text(ACT));
  }

  @Test
  void zonesComeInReadingOrderWhateverTheOrderGiven() {
    assertEquals(ZoneSelection.parse("H+R"), ZoneSelection.parse("r+h"));
    assertEquals(List.of("h1 h2", "r1"), ZoneSelection.parse("R+H").sections(ACT));
  }

  @Test
  void emptyZonesLeaveNoSection() {
    LegalAct act = LegalAct.ofText("id", "body");
    assertEquals(List.of(), ZoneSelection.parse("H+R").sections(act));
    assertEquals("", ZoneSelection.parse("H+R").text(act));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"H", "H+R", "MB", "full", "full:512", "R+A:3", "H+R/900+MB/600", "H/5+R+MB+A:7"})
  void textFormIsReadBackAsWritten(String text) {
    assertEquals(text, ZoneSelection.parse(text).toString());
  }

  @Test
  void namesAreUnderstoodUnderTheTurkishLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr", "TR"));
    try {
      assertEquals(ZoneSelection.FULL, ZoneSelection.parse("FULL"));
      assertEquals("R", ZoneSelection.parse("RECITALS").toString());
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "H+Q | unknown zone 'Q' in zone selection 'H+Q'",
        "H+  | unknown zone '' in zone selection 'H+'",
        "''  | unknown zone '' in zone selection ''",
        "H:x | 'x' is not a number of tokens in zone selection 'H:x'",
        "H:0 | a zone selection's token limit must be at least 1, not 0",
        "H:-5| a zone selection's token limit must be at least 1, not -5",
      })
  void aWrongSelectionIsRefusedWithTheReason(String text, String reason) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> ZoneSelection.parse(text)).getMessage();
    assertEquals(reason, message.split(": use ")[0]);
  }

  @Test
  void aSelectionNeedsAZone() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new ZoneSelection(Set.of(), 1));
    assertTrue(e.getMessage().contains("at least one zone"), e.getMessage());
  }

  @Test
  void laterChangesToTheGivenSetDoNotReachTheSelection() {
    EnumSet<Zone> zones = EnumSet.of(Zone.HEADER);
    ZoneSelection selection = new ZoneSelection(zones, 1);
    zones.add(Zone.RECITALS);
    assertEquals(Set.of(Zone.HEADER), selection.zones());
  }
}
