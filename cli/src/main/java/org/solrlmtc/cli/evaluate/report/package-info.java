/**
 * Output of evaluations: tables, plots, JSON and a file with one row per label, with the published
 * results of the data set for comparison.
 */
package org.solrlmtc.cli.evaluate.report;
