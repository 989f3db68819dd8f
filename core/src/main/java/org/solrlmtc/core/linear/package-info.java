/**
 * Start at {@link org.solrlmtc.core.linear.NgramScorer}: it vectorizes an act, lets a linear model
 * compute margins of labels, and turns them into probabilities by the {@link
 * org.solrlmtc.core.linear.Calibration} of the manifest. A bundle has a vocabulary ({@link
 * org.solrlmtc.core.text.NgramVocabulary}) and weights, inverted by feature.
 *
 * <p>One-vs-rest: {@link org.solrlmtc.core.linear.LinearScorer} sums up the weights of a {@link
 * org.solrlmtc.core.linear.WeightIndex}, which has for every feature the labels with a weight.
 * Label trees: {@code TreeScorer} uses {@link org.solrlmtc.core.linear.TreeSearch}, a beam search
 * that visits only the best nodes of each {@link org.solrlmtc.core.linear.TreeLevel}.
 */
package org.solrlmtc.core.linear;
