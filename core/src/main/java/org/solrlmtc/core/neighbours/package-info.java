/**
 * Start at {@link org.solrlmtc.core.neighbours.NeighboursScorerProvider}: it opens a bundle with a
 * vocabulary and a Lucene index of known acts. {@link
 * org.solrlmtc.core.neighbours.NeighboursScorer} finds the most similar of them and lets them vote
 * with their labels. {@link org.solrlmtc.core.neighbours.KnownActsWriter} writes the index.
 */
package org.solrlmtc.core.neighbours;
