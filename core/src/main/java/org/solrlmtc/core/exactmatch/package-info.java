/**
 * Start at {@link org.solrlmtc.core.exactmatch.ExactMatchScorer}: the paper's first method; its
 * javadoc has the ranking formula.
 *
 * <p>{@link org.solrlmtc.core.exactmatch.ExactMatchScorerProvider} opens bundles. Inside, {@code
 * PhraseDictionary} has the names of all concepts, {@code ActWords} is one act with its words as
 * numbers, {@code PhraseTrie} searches all names in it at once, and {@code PhrasePlaces} finds the
 * offsets of the names found. {@link org.solrlmtc.core.exactmatch.PhraseAnalyzer} splits names and
 * acts into words.
 */
package org.solrlmtc.core.exactmatch;
