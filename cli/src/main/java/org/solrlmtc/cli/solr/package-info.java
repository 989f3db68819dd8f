/**
 * Requests to Solr. {@link org.solrlmtc.cli.solr.LocalServers} finds the servers of a Solr home,
 * {@link org.solrlmtc.cli.solr.SolrTarget} has the options that select one. {@link
 * org.solrlmtc.cli.solr.SolrHttp} sends requests, with the credentials and the trust store of
 * {@code SolrAccess}; {@link org.solrlmtc.cli.solr.DocumentSender} sends documents.
 */
package org.solrlmtc.cli.solr;
