/**
 * Talking to Solr: {@link org.solrlmtc.cli.solr.LocalServers} knows which servers run on a Solr
 * home, {@link org.solrlmtc.cli.solr.SolrTarget} which one a command means, {@link
 * org.solrlmtc.cli.solr.SolrHttp} sends requests and {@link org.solrlmtc.cli.solr.DocumentSender}
 * documents.
 */
package org.solrlmtc.cli.solr;
