/**
 * Compares labels of documents with gold labels, over all shards. A tour in the order of a request:
 *
 * <ol>
 *   <li>{@link org.solrlmtc.plugin.evaluate.EvaluateHandler} receives it and limits the number of
 *       concurrent evaluations.
 *   <li>{@code EvaluateParser} and {@code SystemParser} turn its parameters into an {@code
 *       EvaluateRequest}.
 *   <li>{@code Shards} sends it to one replica of every shard. Without shards it is evaluated here.
 *   <li>{@code DocumentScan} reads the matching documents. A {@code PredictionSource} predicts
 *       their labels: {@code StoredPredictions} from a field, {@code ModelPredictions} with a
 *       model.
 *   <li>{@code EvaluationTally} counts, and merges the counts of the shards. {@code TimeBudget}
 *       ends the scan when the time is up.
 *   <li>{@code EvaluationResponse} writes the measures.
 * </ol>
 */
package org.solrlmtc.plugin.evaluate;
