/**
 * Checks javabin, Solr's binary format, before Solr reads it.
 *
 * <p>Javabin states the sizes of texts, arrays and maps before their content, and Solr allocates
 * what is stated. A few damaged bytes can state gigabytes: the server runs out of memory and exits.
 * {@link org.solrlmtc.plugin.javabin.JavabinUpdateHandler} and {@link
 * org.solrlmtc.plugin.javabin.JavabinV2UpdateHandler} check the bodies of updates, {@link
 * org.solrlmtc.plugin.javabin.CheckedQueryComponent} the cursors of searches.
 */
package org.solrlmtc.plugin.javabin;
