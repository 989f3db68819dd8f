package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Receives the words of an act in reading order. */
@FunctionalInterface
public interface WordVisitor {

  /**
   * Visits a word.
   *
   * @param section index in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset after its last character
   */
  void word(String word, Zone zone, int section, int start, int end);
}
