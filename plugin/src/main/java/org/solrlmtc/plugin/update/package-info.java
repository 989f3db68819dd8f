/**
 * Labels documents as they are indexed. Start at {@link
 * org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory}, whose javadoc is a configuration to
 * paste. {@code LabellingConfig} checks the settings, {@code LmtcUpdateProcessor} handles the
 * documents of a request, {@code LookAheadBuffer} has those that are being scored, {@code
 * AtomicUpdates} are handled apart. {@code Labeller} labels an act and knows what to do when that
 * fails, {@code Labelling} turns labels into field values, {@code OutputWriter} writes them. {@code
 * LabellingMetrics} counts.
 */
package org.solrlmtc.plugin.update;
