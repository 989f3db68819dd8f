/**
 * Starting and stopping Solr on this machine. {@code ServerLauncher} starts the server as another
 * process. Its classes are not loaded here, except for the run file that both use.
 */
package org.solrlmtc.cli.serve;
