/**
 * Reproducing the tables and figures of a paper. A {@link org.solrlmtc.cli.reproduce.Plan} lists
 * tables and their rows as data, each row a recipe. {@link org.solrlmtc.cli.reproduce.Runs} trains
 * what is missing and keeps it; {@link org.solrlmtc.cli.reproduce.Budget} chooses what fits into
 * the given time; {@link org.solrlmtc.cli.reproduce.MeasuredTables} and the types beside it put the
 * results beside the published ones.
 */
package org.solrlmtc.cli.reproduce;
