package org.solrlmtc.core.text;

import org.solrlmtc.core.act.Zone;

/** Sees where the known n-grams of an act stand. */
public interface FeatureVisitor {
  /**
   * An n-gram that the vocabulary knows.
   *
   * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset behind its last character
   */
  void feature(int feature, Zone zone, int section, int start, int end);
}
