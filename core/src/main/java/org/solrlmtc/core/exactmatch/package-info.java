/**
 * Start at {@link org.solrlmtc.core.exactmatch.ExactMatchScorer}: the paper's first method, on
 * Lucene phrase queries; its javadoc has the ranking formula.
 *
 * <p>{@link org.solrlmtc.core.exactmatch.ExactMatchScorerProvider} opens bundles. Inside, {@code
 * PhraseDictionary} has the names of all concepts, {@code ActIndex} is one act as a Lucene index,
 * {@code PhraseMatcher} searches the names in it, and {@code PhrasePlaces} finds the offsets of the
 * names found.
 */
package org.solrlmtc.core.exactmatch;
