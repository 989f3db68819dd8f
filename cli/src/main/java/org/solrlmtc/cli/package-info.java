/**
 * The command line, {@code lmtc}.
 *
 * <p>{@link org.solrlmtc.cli.Lmtc} is the top command. A further command is a class with
 * {@code @Command} and {@code Callable<Integer>} or {@code Runnable}, named in {@code Lmtc}'s list
 * of subcommands: help, version, exit codes and {@code --debug} it inherits. A command that fails
 * for a reason the user can mend throws {@link org.solrlmtc.cli.UserError}; it prints its results
 * to {@code spec.commandLine().getOut()}.
 *
 * <p>{@link org.solrlmtc.cli.Layout} knows where things are in the project, {@link
 * org.solrlmtc.cli.Servers} which servers run on a Solr home, {@link org.solrlmtc.cli.SolrHttp} how
 * to talk to one, {@link org.solrlmtc.cli.DocumentSender} how to send it documents, for {@link
 * org.solrlmtc.cli.Indexer} and {@link org.solrlmtc.cli.Relabeller}. {@link
 * org.solrlmtc.cli.ServerLauncher} forks the server program; its classes stay out of this JVM, but
 * for the run file that both read.
 */
package org.solrlmtc.cli;
