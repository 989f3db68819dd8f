package org.solrlmtc.core.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class TestZone {

  @Test
  void everyZoneIsFoundByItsKeyAndItsSymbolInAnyCase() {
    for (Zone zone : Zone.values()) {
      assertEquals(zone, Zone.parse(zone.key()));
      assertEquals(zone, Zone.parse(zone.symbol()));
      assertEquals(zone, Zone.parse(zone.symbol().toLowerCase(Locale.ROOT)));
      assertEquals(zone, Zone.parse(zone.name()));
    }
  }

  @Test
  void keysAreTheSameUnderTheTurkishLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr", "TR"));
    try {
      assertEquals("main_body", Zone.MAIN_BODY.key());
      assertEquals(Zone.RECITALS, Zone.parse("recitals"));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void anUnknownZoneIsRefusedWithTheValidOnes() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Zone.parse("preamble"));
    assertEquals(
        "unknown zone 'preamble': use header (H), recitals (R), main_body (MB) or attachments (A)",
        e.getMessage());
  }
}
