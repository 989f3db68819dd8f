/**
 * Results as people read them.
 *
 * <p>A {@link org.solrlmtc.cli.report.Table} is shown as text on the terminal, in Markdown and in
 * HTML; {@link org.solrlmtc.cli.report.EvaluationTables}, {@link
 * org.solrlmtc.cli.report.StatisticsTables} and {@link org.solrlmtc.cli.report.Published} make
 * tables, {@link org.solrlmtc.cli.report.Plots} draws. A {@link org.solrlmtc.cli.report.Report}
 * puts tables and plots on one page.
 */
package org.solrlmtc.cli.report;
