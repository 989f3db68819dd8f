/**
 * The Solr side, by concern: {@code update} labels documents as they are indexed, {@code model} has
 * the node's models open, {@code api} answers requests about texts and models, {@code evaluate}
 * measures labels against gold ones. Dependencies point one way: evaluate -> api -> update ->
 * model.
 *
 * <p>Four classes are named in {@code solrconfig.xml}: {@link
 * org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory}, {@link
 * org.solrlmtc.plugin.api.ClassifyHandler}, {@link org.solrlmtc.plugin.api.ModelsHandler} and
 * {@link org.solrlmtc.plugin.evaluate.EvaluateHandler}.
 */
package org.solrlmtc.plugin;
