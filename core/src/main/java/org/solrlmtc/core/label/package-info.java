/**
 * Start at {@link org.solrlmtc.core.label.LabellingStatus}: the result of labelling a document,
 * stored with its labels. The plugin writes it, the command line reads it.
 */
package org.solrlmtc.core.label;
