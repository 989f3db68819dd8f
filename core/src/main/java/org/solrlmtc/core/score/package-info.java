/**
 * From acts to labels: a {@link org.solrlmtc.core.score.LabelScorer} gives {@link
 * org.solrlmtc.core.score.LabelScores} over a {@link org.solrlmtc.core.score.LabelSet}, a {@link
 * org.solrlmtc.core.score.DecisionRule} makes {@link org.solrlmtc.core.score.ScoredLabel}s of them.
 */
package org.solrlmtc.core.score;
