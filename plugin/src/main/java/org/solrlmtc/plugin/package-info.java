/**
 * The Solr side. Start at {@link org.solrlmtc.plugin.LmtcUpdateProcessorFactory}, whose javadoc is
 * a configuration to paste. {@code LabellingConfig} checks the settings, {@code CoreModels} opens
 * bundles once a core, {@code LmtcUpdateProcessor} handles the documents of a request, {@code
 * Labelling} turns labels into field values.
 */
package org.solrlmtc.plugin;
