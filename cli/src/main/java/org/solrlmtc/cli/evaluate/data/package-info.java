/**
 * The data of evaluations: a {@link org.solrlmtc.cli.evaluate.data.GoldSet} has the gold labels, an
 * {@link org.solrlmtc.cli.evaluate.data.EvaluationLabels} the label set that defines the groups.
 * {@link org.solrlmtc.cli.evaluate.data.DatasetStatistics} describes acts without predictions.
 */
package org.solrlmtc.cli.evaluate.data;
