/**
 * Linear models over n-grams. A bundle holds a vocabulary ({@link
 * org.solrlmtc.core.text.Vocabulary}) and a {@link org.solrlmtc.core.linear.WeightIndex}: for every
 * feature the labels it speaks for or against. {@link org.solrlmtc.core.linear.LinearScorer} adds
 * them up and turns the sums into probabilities by the {@link org.solrlmtc.core.linear.Calibration}
 * of the manifest.
 */
package org.solrlmtc.core.linear;
