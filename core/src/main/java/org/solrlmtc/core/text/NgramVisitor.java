package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Sees the n-grams of an act, section by section. */
public interface NgramVisitor {

  /**
   * The n-grams that follow stand in this section.
   *
   * @param namespace the number of the namespace it is read for
   * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   */
  default void section(int namespace, Zone zone, int section) {}

  /**
   * An n-gram.
   *
   * @param hash its 48-bit name
   * @param start offset of its first character in the section
   * @param end offset behind its last character
   */
  void ngram(long hash, int start, int end);
}
