/**
 * Serves the page: {@link org.solrlmtc.plugin.page.PageHandler} finds a file of the jar by its
 * name, {@code FileHandler} sends it. The files are in the resource folder {@code files} of this
 * package: {@code index.html}, one style sheet, and scripts as ES modules. They talk to Solr's own
 * handlers and to those of {@link org.solrlmtc.plugin.api}, so nothing here knows an index.
 */
package org.solrlmtc.plugin.page;
