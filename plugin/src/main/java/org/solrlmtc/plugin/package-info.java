/**
 * The Solr side. Start at {@link org.solrlmtc.plugin.LmtcUpdateProcessorFactory}, whose javadoc is
 * a configuration to paste. {@code LabellingConfig} checks the settings, {@code CoreModels} opens
 * bundles once a core, {@code LmtcUpdateProcessor} handles the documents of a request, {@code
 * Labelling} turns labels into field values.
 *
 * <p>Three request handlers stand beside it: {@link org.solrlmtc.plugin.EvaluateHandler} measures
 * labels against gold ones, over all shards; {@link org.solrlmtc.plugin.ClassifyHandler} labels a
 * text without indexing it; {@link org.solrlmtc.plugin.ModelsHandler} tells what is loaded.
 */
package org.solrlmtc.plugin;
