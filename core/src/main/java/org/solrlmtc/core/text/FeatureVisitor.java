package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Receives the n-grams of an act that are in the vocabulary, with their positions. */
public interface FeatureVisitor {
  /**
   * Visits an n-gram of the vocabulary.
   *
   * @param section index in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset after its last character
   */
  void feature(int feature, Zone zone, int section, int start, int end);
}
