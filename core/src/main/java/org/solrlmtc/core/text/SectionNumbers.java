package org.solrlmtc.core.text;

import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/** Counts sections as the act does: a zone selection leaves blank ones out. */
final class SectionNumbers {
  private final LegalAct act;
  private Zone zone;
  private int last;

  SectionNumbers(LegalAct act) {
    this.act = act;
  }

  int next(Zone nextZone) {
    last = nextZone == zone ? last + 1 : 0;
    zone = nextZone;
    while (act.sections(zone).get(last).isBlank()) {
      last++;
    }
    return last;
  }
}
