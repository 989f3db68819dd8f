/**
 * The commands {@code evaluate}, {@code compare} and {@code stats}. {@code data} reads the gold
 * labels, {@code system} computes and evaluates predictions, {@code report} shows the results.
 */
package org.solrlmtc.cli.evaluate;
