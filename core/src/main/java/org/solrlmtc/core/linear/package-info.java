/**
 * Linear models over n-grams. A bundle holds a vocabulary ({@link
 * org.solrlmtc.core.text.NgramVocabulary}) and weights, inverted by feature; {@link
 * org.solrlmtc.core.linear.NgramScorer} turns an act's margins into probabilities by the {@link
 * org.solrlmtc.core.linear.Calibration} of the manifest.
 *
 * <p>One-vs-rest: {@link org.solrlmtc.core.linear.WeightIndex} has for every feature the labels it
 * speaks for or against, and {@link org.solrlmtc.core.linear.LinearScorer} adds them all up. Label
 * trees: a {@link org.solrlmtc.core.linear.TreeLevel} has the weights of a level's nodes, and
 * {@link org.solrlmtc.core.linear.TreeSearch}, used by {@link org.solrlmtc.core.linear.TreeScorer},
 * visits only the most promising ones.
 */
package org.solrlmtc.core.linear;
