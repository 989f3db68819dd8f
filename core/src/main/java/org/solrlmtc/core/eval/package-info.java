/**
 * Start at {@link org.solrlmtc.core.eval.Evaluator}: it compares predictions with gold labels and
 * computes the measures.
 *
 * <p>The input is an act's {@link org.solrlmtc.core.eval.ActPredictions ranked predictions} (from a
 * scorer, or from a {@link org.solrlmtc.core.eval.PredictionsFile}) and its gold labels. There are
 * two uses:
 *
 * <ul>
 *   <li>An {@link org.solrlmtc.core.eval.Evaluator} counts an act and forgets it. It keeps only
 *       integers, so evaluators of parts of the acts merge into exactly the result of one evaluator
 *       of all of them. It returns an {@link org.solrlmtc.core.eval.Evaluation}: every measure for
 *       all, frequent, few-shot and zero-shot labels, one row per label, and the data of plots.
 *   <li>The package {@link org.solrlmtc.core.eval.significance} keeps the outcome of every act, for
 *       significance tests and confidence intervals.
 * </ul>
 *
 * <p>{@link org.solrlmtc.core.eval.EvaluationSettings} has the label set, the cut-offs and the
 * decision rule; a single value is selected by a {@link org.solrlmtc.core.eval.Measure}, in text
 * {@code few:RP@5} or {@code micro-F1}.
 *
 * <p>Rules that hold for every measure:
 *
 * <ul>
 *   <li>For a group, gold labels, ranking and assigned labels are restricted to the group's labels
 *       before anything else. A label outside the label set belongs to no group but counts under
 *       all labels, as a gold label and as a prediction.
 *   <li>Ranking measures are means over the acts with at least one gold label in the group. P@K
 *       divides by K even when fewer labels are predicted.
 *   <li>Micro measures are over all decisions of all acts. Macro measures are means over the labels
 *       with at least one gold act; macro-F1 is the mean of the labels' F1.
 *   <li>A label is assigned if its score is above its threshold, not if it equals it.
 *   <li>Ties are broken by label index, once, where the ranking is made.
 *   <li>A mean over nothing is undefined and is {@code NaN}, never 0 or 1.
 * </ul>
 *
 * <p>{@code tests/independent/measures.py} computes the same in another language.
 */
package org.solrlmtc.core.eval;
