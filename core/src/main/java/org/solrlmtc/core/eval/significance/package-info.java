/**
 * Whether a difference between two systems means anything: an {@link
 * org.solrlmtc.core.eval.significance.EvaluatedRun} keeps every act's outcome, for the {@link
 * org.solrlmtc.core.eval.significance.RandomizationTest} between two systems and for {@link
 * org.solrlmtc.core.eval.significance.Bootstrap} intervals.
 */
package org.solrlmtc.core.eval.significance;
