/**
 * The Solr side. Start at {@link org.solrlmtc.plugin.LmtcUpdateProcessorFactory}, whose javadoc is
 * a configuration to paste. {@code LabellingConfig} checks the settings, {@code
 * LmtcUpdateProcessor} handles the documents of a request, {@code HeldDocuments} are those that the
 * model has, {@code Labeller} labels them and knows what to do when that fails, {@code Labelling}
 * turns labels into field values.
 *
 * <p>{@code NodeModels} has each model of the node open once, {@code CoreModels} is what a core
 * holds of them, {@code Leases} what a request uses. {@code LabellingMetrics} and {@code
 * ModelMetrics} count.
 *
 * <p>Three request handlers stand beside it: {@link org.solrlmtc.plugin.EvaluateHandler} measures
 * labels against gold ones, over all shards; {@link org.solrlmtc.plugin.ClassifyHandler} labels a
 * text without indexing it; {@link org.solrlmtc.plugin.ModelsHandler} tells what is loaded, and
 * changes it.
 */
package org.solrlmtc.plugin;
