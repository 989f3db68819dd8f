/**
 * From acts to scores: a {@link org.solrlmtc.core.score.LabelScorer} gives {@link
 * org.solrlmtc.core.score.LabelScores} over a {@link org.solrlmtc.core.score.LabelSet}. What a
 * scorer can do besides is asked by methods: {@code explains()} tells whether it gives the {@link
 * org.solrlmtc.core.score.Evidence} in the text, {@code scoresCandidates()} whether fewer labels
 * are less work.
 */
package org.solrlmtc.core.score;
