/**
 * The command line, {@code lmtc}.
 *
 * <p>{@link org.solrlmtc.cli.Lmtc} is the top command; the others stand in packages by what they
 * do:
 *
 * <ul>
 *   <li>{@code serve}: demo, start, stop, status
 *   <li>{@code index}: index, relabel, label
 *   <li>{@code evaluate}: evaluate, compare, stats
 *   <li>{@code train}: train, tune, vectors, curves, thesaurus
 *   <li>{@code bench}: bench, soak
 * </ul>
 *
 * <p>They build on {@code common} (errors, options, progress), {@code solr} (talking to Solr) and
 * {@code report} (tables and plots).
 *
 * <p>A further command is a class with {@code @Command} and {@code Callable<Integer>} or {@code
 * Runnable}, named in {@code Lmtc}'s list of subcommands. It inherits help, version, exit codes and
 * {@code --debug}. A command that fails for a reason the user can mend throws {@link
 * org.solrlmtc.cli.common.UserError}; it prints its results to {@code spec.commandLine().getOut()}.
 */
package org.solrlmtc.cli;
