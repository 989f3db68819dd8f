/**
 * A {@link org.solrlmtc.cli.evaluate.system.LabellingSystem} (a bundle, or a file of predictions)
 * predicts labels for the gold acts, and a {@link org.solrlmtc.cli.evaluate.system.SystemEvaluator}
 * compares them with the gold labels.
 */
package org.solrlmtc.cli.evaluate.system;
