/**
 * What the commands {@code evaluate}, {@code compare} and {@code stats} measure, before anything is
 * shown.
 *
 * <p>A {@link org.solrlmtc.cli.evaluation.GoldSet} holds the labels that acts should have, an
 * {@link org.solrlmtc.cli.evaluation.EvaluationLabels} the label set that decides the groups. An
 * {@link org.solrlmtc.cli.evaluation.EvaluatedSystem} (a bundle, or a file of predictions) gives
 * predictions for the gold acts, and a {@link org.solrlmtc.cli.evaluation.Measurement} takes them
 * in. {@link org.solrlmtc.cli.evaluation.DatasetStatistics} looks at acts alone.
 */
package org.solrlmtc.cli.evaluation;
