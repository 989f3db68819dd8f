/**
 * The Solr side, one package per concern:
 *
 * <ul>
 *   <li>{@code update} labels documents while they are indexed
 *   <li>{@code model} opens, swaps and closes the models of a node
 *   <li>{@code api} has the request handlers that classify a text and manage models
 *   <li>{@code evaluate} has the request handler that compares labels with gold labels
 *   <li>{@code javabin} checks what Solr reads in its binary format
 *   <li>{@code page} serves the page that uses all of these in a browser
 * </ul>
 *
 * Dependencies point one way: {@code evaluate} -> {@code api} -> {@code update} -> {@code model}.
 *
 * <p>A {@code solrconfig.xml} names these classes: {@link
 * org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory}, {@link
 * org.solrlmtc.plugin.api.ClassifyHandler}, {@link org.solrlmtc.plugin.api.ModelsHandler}, {@link
 * org.solrlmtc.plugin.evaluate.EvaluateHandler} and {@link org.solrlmtc.plugin.page.PageHandler}.
 * The javadoc of each starts with a configuration to paste.
 */
package org.solrlmtc.plugin;
