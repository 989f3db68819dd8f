package org.solrlmtc.core.ranking;

import java.util.BitSet;

/**
 * What the features read from the text of an act.
 *
 * @param type the act's type, or empty
 * @param length number of characters of all zones
 * @param recitals number of characters of the recitals
 * @param titleWords the words of label names that are in the header, as indexes of words
 * @param textWords the same for the header and in the beginning of the recitals
 * @param titleInSpace the words of the {@link WordSpace} that are in the header
 */
public record ActFacts(
    String type,
    long length,
    int recitals,
    BitSet titleWords,
    BitSet textWords,
    int[] titleInSpace) {}
