/**
 * The command line, {@code lmtc}.
 *
 * <p>{@link org.solrlmtc.cli.Lmtc} is the top command. The others are in packages by concern:
 *
 * <ul>
 *   <li>{@code serve}: demo, start, stop, status
 *   <li>{@code index}: index, relabel, label
 *   <li>{@code evaluate}: evaluate, compare, stats
 *   <li>{@code train}: train, tune, vectors, curves, thesaurus
 *   <li>{@code bench}: bench, soak
 * </ul>
 *
 * <p>They use {@code common} (errors, options, progress), {@code solr} (requests to Solr) and
 * {@code report} (tables and plots).
 *
 * <p>A new command is a class with {@code @Command} and {@code Callable<Integer>} or {@code
 * Runnable}, listed in the subcommands of {@code Lmtc}. It inherits help, version, exit codes and
 * {@code --debug}. A command that fails for a reason the user can fix throws {@link
 * org.solrlmtc.cli.common.UserError}; it prints its results to {@code spec.commandLine().getOut()}.
 */
package org.solrlmtc.cli;
