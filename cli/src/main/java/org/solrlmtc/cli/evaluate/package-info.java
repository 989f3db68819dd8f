/**
 * The commands {@code evaluate}, {@code compare} and {@code stats}. {@code data} reads what is
 * measured, {@code system} gets predictions and evaluates them, {@code report} shows the results.
 */
package org.solrlmtc.cli.evaluate;
