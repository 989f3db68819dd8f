/**
 * From acts to labels: a {@link org.solrlmtc.core.score.LabelScorer} gives {@link
 * org.solrlmtc.core.score.LabelScores} over a {@link org.solrlmtc.core.score.LabelSet}, a {@link
 * org.solrlmtc.core.score.DecisionRule} makes {@link org.solrlmtc.core.score.ScoredLabel}s of them.
 * An {@link org.solrlmtc.core.score.ExplainingScorer} also tells the {@link
 * org.solrlmtc.core.score.Evidence} in the text, of which {@link
 * org.solrlmtc.core.score.Explanation} makes what people see. A {@link
 * org.solrlmtc.core.score.ReadingScorer} can be measured without scoring.
 */
package org.solrlmtc.core.score;
