/**
 * How labelling goes: {@link org.solrlmtc.plugin.metrics.FailureReason} says why a document was not
 * labelled, {@link org.solrlmtc.plugin.metrics.LabellingMetrics} counts in Solr's metrics, {@link
 * org.solrlmtc.plugin.metrics.DriftMetrics} compares recent documents with those that the model was
 * tuned on.
 */
package org.solrlmtc.plugin.metrics;
