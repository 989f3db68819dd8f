/**
 * Start at {@link org.solrlmtc.core.eval.significance.EvaluatedRun}: the outcomes of one system by
 * act. {@link org.solrlmtc.core.eval.significance.RandomizationTest} tests the difference between
 * two systems; {@link org.solrlmtc.core.eval.significance.Bootstrap} computes confidence intervals.
 */
package org.solrlmtc.core.eval.significance;
