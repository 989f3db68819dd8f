package org.solrlmtc.core.text;

import java.util.List;
import org.solrlmtc.core.act.Zone;

/**
 * An act as a network reads it.
 *
 * @param ids the words' ids in a {@link WordList}
 * @param places where each word stands
 */
public record TokenSequence(int[] ids, List<Place> places) {

  /**
   * Where a word stands.
   *
   * @param section the place in {@link org.solrlmtc.core.act.LegalAct#sections} of the zone
   * @param start offset of its first character in the section
   * @param end offset behind its last character
   */
  public record Place(Zone zone, int section, int start, int end) {}
}
