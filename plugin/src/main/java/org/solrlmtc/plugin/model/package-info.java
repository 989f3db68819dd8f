/**
 * The models of a node. A tour, from the node to a request:
 *
 * <ul>
 *   <li>{@link org.solrlmtc.plugin.model.NodeModels} opens each model once per node, for all cores,
 *       and swaps it. {@code ModelRegistry} records which models are open and which cores hold
 *       them, with one {@code ModelSlot} per model name. {@code ModelAliases} are names that stand
 *       for a bundle, {@code UploadedBundle} puts one into the models folder.
 *   <li>{@link org.solrlmtc.plugin.model.CoreModels} are the models that a core holds, each with a
 *       {@code HoldReason}. A model is closed when no core holds it.
 *   <li>{@link org.solrlmtc.plugin.model.ModelLeases} are the models that a request uses. A lease
 *       is on one version, so a swap does not change the model within a request.
 *   <li>{@link org.solrlmtc.plugin.model.Model} is one open version of a bundle: its scorer behind
 *       a queue, its decision rule and its thesaurus.
 *   <li>{@link org.solrlmtc.plugin.model.ModelMetrics} reports what a model does to Solr's metrics.
 * </ul>
 */
package org.solrlmtc.plugin.model;
