/**
 * The paper's first method, on Lucene phrase queries. {@link
 * org.solrlmtc.core.exactmatch.ExactMatchScorerProvider} makes and opens bundles; the scorer
 * documents how labels are ranked. Inside, {@code PhraseDictionary} holds the names of all
 * concepts, {@code ActIndex} one act as a Lucene index, and {@code PhraseMatcher} brings them
 * together; {@code PhrasePlaces} finds the offsets of names already found.
 */
package org.solrlmtc.core.exactmatch;
