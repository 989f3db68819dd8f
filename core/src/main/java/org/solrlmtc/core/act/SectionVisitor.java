package org.solrlmtc.core.act;

/** Sees the sections of an act that a {@link ZoneSelection} chooses. */
@FunctionalInterface
public interface SectionVisitor {
  /**
   * A section.
   *
   * @param section its place in {@link LegalAct#sections} of the zone
   * @param text its text; offsets into it are offsets into the whole section, of which it may be
   *     the beginning
   */
  void section(Zone zone, int section, String text);
}
