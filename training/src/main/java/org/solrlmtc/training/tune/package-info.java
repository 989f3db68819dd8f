/**
 * Decision thresholds: {@code ThresholdTuner} finds those with the best micro-F1, {@link
 * org.solrlmtc.training.tune.Tuning} tunes and measures a bundle on the development acts.
 */
package org.solrlmtc.training.tune;
