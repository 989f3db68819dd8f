/**
 * What evaluations are over: a {@link org.solrlmtc.cli.evaluate.data.GoldSet} holds the labels that
 * acts should have, an {@link org.solrlmtc.cli.evaluate.data.EvaluationLabels} the label set that
 * decides the groups. {@link org.solrlmtc.cli.evaluate.data.DatasetStatistics} counts acts alone.
 */
package org.solrlmtc.cli.evaluate.data;
