/**
 * Evaluations as people and programs read them: tables, plots, JSON and a file of label rows,
 * beside the published figures of the data set.
 */
package org.solrlmtc.cli.evaluate.report;
