package org.solrlmtc.core.exactmatch;

import java.util.List;

/**
 * A name of a concept as it is searched for.
 *
 * @param label the concept's index in the label set
 * @param terms the analysed words of the name, at least one
 * @param alternative true for a non-preferred name
 */
record Phrase(int label, List<String> terms, boolean alternative) {

  /** The words as one text: the key of the phrase in {@link PhraseFrequencies}. */
  String key() {
    return String.join(" ", terms);
  }
}
