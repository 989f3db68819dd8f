/**
 * A real Solr server, started from Maven jars: Jetty with Solr's own filter, standalone or
 * SolrCloud.
 *
 * <p>{@link org.solrlmtc.server.ServerMain} is the program that {@code lmtc start} launches. It
 * reads {@link org.solrlmtc.server.ServerConfig} from system properties and starts {@link
 * org.solrlmtc.server.SolrServer}. Once the server answers, it writes a {@link
 * org.solrlmtc.server.RunFile}, by which the command line finds the server. A start that fails ends
 * with a {@link org.solrlmtc.server.StartException}, whose message is the one line that a user
 * sees.
 *
 * <p>The configuration in {@code conf/configset} is never used in place. A standalone core uses its
 * own copy ({@link org.solrlmtc.server.StandaloneCore}), a collection the copy in ZooKeeper ({@link
 * org.solrlmtc.server.CloudCollection}), so that edits through Config API and Schema API do not
 * change the project's files. {@code updateConfig} replaces the copy.
 */
package org.solrlmtc.server;
