/**
 * Request handlers for texts and models, and what all request handlers share. A tour:
 *
 * <ul>
 *   <li>{@link org.solrlmtc.plugin.api.LmtcHandler} is the base class: a handler uses the models,
 *       text fields and output fields of a labelling processor. {@link
 *       org.solrlmtc.plugin.api.RequestParams} reads and checks parameters.
 *   <li>{@link org.solrlmtc.plugin.api.ClassifyHandler} labels a text without indexing it. {@code
 *       PostedAct} reads the text from the request.
 *   <li>{@link org.solrlmtc.plugin.api.ModelsHandler} lists the open models. A {@code ModelAction}
 *       loads, swaps or unloads one, in SolrCloud on all {@code CollectionNodes}.
 *   <li>{@link org.solrlmtc.plugin.api.DecisionResponse} writes a decision rule into a response.
 * </ul>
 */
package org.solrlmtc.plugin.api;
