/**
 * Start at {@link org.solrlmtc.core.score.LabelScorer}: it turns acts into {@link
 * org.solrlmtc.core.score.LabelScores} over a {@link org.solrlmtc.core.score.LabelSet}. Every
 * method implements it.
 *
 * <p>Its methods report what else it can do: {@code explains()}, whether it finds the passages
 * ({@link org.solrlmtc.core.score.Evidence}) behind a label; {@code scoresCandidates()}, whether it
 * does less work for fewer labels. A {@link org.solrlmtc.core.score.ScoringRun} lets another thread
 * stop a call and measures its tokenization.
 */
package org.solrlmtc.core.score;
