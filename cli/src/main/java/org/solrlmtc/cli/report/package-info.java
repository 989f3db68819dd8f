/**
 * Results in readable form. A {@link org.solrlmtc.cli.report.Table} is shown as text on the
 * terminal, in Markdown and in HTML; {@link org.solrlmtc.cli.report.Charts} draws a {@link
 * org.solrlmtc.cli.report.Plot}; a {@link org.solrlmtc.cli.report.Report} puts tables and plots on
 * one page.
 */
package org.solrlmtc.cli.report;
