/**
 * A real Solr server, booted from Maven jars: Jetty with Solr's own filter, standalone or
 * SolrCloud.
 *
 * <p>{@link org.solrlmtc.server.ServerMain} is the program that {@code lmtc start} forks. It reads
 * {@link org.solrlmtc.server.ServerConfig} from system properties, starts {@link
 * org.solrlmtc.server.SolrServer}, and, once the server really answers, tells the world by a {@link
 * org.solrlmtc.server.RunFile}. Whatever prevents the start ends as a {@link
 * org.solrlmtc.server.StartException}, whose message is the one line a user sees.
 *
 * <p>The configuration in {@code conf/configset} is never used in place: a standalone core works on
 * its own copy ({@link org.solrlmtc.server.StandaloneCore}), a collection on the copy in ZooKeeper
 * ({@link org.solrlmtc.server.CloudCollection}), so Config API and Schema API edits stay out of the
 * project's files. {@code updateConfig} renews the copy.
 */
package org.solrlmtc.server;
