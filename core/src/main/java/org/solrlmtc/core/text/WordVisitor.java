package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Sees the words of an act in reading order. */
@FunctionalInterface
public interface WordVisitor {

  /**
   * A word.
   *
   * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset behind its last character
   */
  void word(String word, Zone zone, int section, int start, int end);
}
