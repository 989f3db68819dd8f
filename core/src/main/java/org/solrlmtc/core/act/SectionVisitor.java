package org.solrlmtc.core.act;

/** Receives the sections of an act that a {@link ZoneSelection} selects. */
@FunctionalInterface
public interface SectionVisitor {
  /**
   * A section.
   *
   * @param section its index in {@link LegalAct#sections} of the zone
   * @param text its text; offsets into it are offsets into the whole section, of which it may be
   *     the beginning
   */
  void section(Zone zone, int section, String text);
}
