package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Receives the n-grams of an act, section by section. */
public interface NgramVisitor {

  /**
   * Starts a section: the following n-grams belong to it.
   *
   * @param namespace index of the namespace it is read for
   * @param section index in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   */
  default void section(int namespace, Zone zone, int section) {}

  /**
   * Visits an n-gram.
   *
   * @param words its number of words
   * @param hash its 48-bit hash
   * @param start offset of its first character in the section
   * @param end offset after its last character
   */
  void ngram(int words, long hash, int start, int end);
}
