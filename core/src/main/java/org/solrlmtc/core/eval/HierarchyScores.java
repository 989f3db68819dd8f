package org.solrlmtc.core.eval;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures with credit along broader concepts, reported separately from the exact ones.
 *
 * @param micro precision, recall and F1 over all decisions after adding every broader concept to
 *     the assigned and to the gold labels
 * @param rPrecisionByK R-precision at each K of the settings, where a false positive gets partial
 *     credit for the broader concepts it shares with a gold label not otherwise found
 */
public record HierarchyScores(DecisionScores micro, SortedMap<Integer, Double> rPrecisionByK) {
  public HierarchyScores {
    rPrecisionByK = Collections.unmodifiableSortedMap(new TreeMap<>(rPrecisionByK));
  }
}
