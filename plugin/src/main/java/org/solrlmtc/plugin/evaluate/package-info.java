/**
 * {@link org.solrlmtc.plugin.evaluate.EvaluateHandler} measures labels of documents against gold
 * ones, over all shards. {@code EvaluateParser} reads the request, {@code DocumentScan} the
 * documents; an {@code PredictionSource} predicts their labels, {@code EvaluationTally} sums up,
 * {@code EvaluationResponse} writes the results.
 */
package org.solrlmtc.plugin.evaluate;
