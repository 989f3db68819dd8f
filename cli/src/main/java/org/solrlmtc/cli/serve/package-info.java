/**
 * Starting and stopping Solr on this machine. {@code ServerLauncher} forks the server program; its
 * classes stay out of this JVM, but for the run file that both read.
 */
package org.solrlmtc.cli.serve;
