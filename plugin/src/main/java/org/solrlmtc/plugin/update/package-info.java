/**
 * Labels documents while they are indexed. A tour in the order of a document:
 *
 * <ol>
 *   <li>{@link org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory} is the class that {@code
 *       solrconfig.xml} names. {@link org.solrlmtc.plugin.update.LabellingConfig} checks its
 *       settings.
 *   <li>{@code LmtcUpdateProcessor} takes the documents of a request in order. {@link
 *       org.solrlmtc.plugin.update.ActFields} turns text fields into an act, {@code
 *       CorrectionFields} reads the {@code Corrections} of people. {@code AtomicUpdates} handles
 *       atomic updates; {@code StoredText} fetches the fields that they lack.
 *   <li>{@code LookAheadBuffer} buffers documents whose acts are being scored.
 *   <li>{@code Labeller} labels an act within the time limit. {@code FailurePolicy} decides what
 *       happens to a document that cannot be labelled, {@link
 *       org.solrlmtc.plugin.metrics.FailureReason} classifies the failure.
 *   <li>{@code Labelling} is the result of the model. {@code LabelFields} derives the fields of the
 *       labels that it leaves together with the corrections. {@code OutputWriter} writes all {@link
 *       org.solrlmtc.plugin.update.OutputField}s.
 *   <li>{@code LabellingMetrics} reports to Solr's metrics.
 * </ol>
 */
package org.solrlmtc.plugin.update;
