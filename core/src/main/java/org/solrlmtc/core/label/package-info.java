/**
 * What is written beside the labels of a document: {@link org.solrlmtc.core.label.LabellingStatus}
 * tells how labelling went. The plugin writes it, the command line reads it.
 */
package org.solrlmtc.core.label;
