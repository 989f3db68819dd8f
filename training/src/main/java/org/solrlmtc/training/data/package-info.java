/**
 * Training data: {@link org.solrlmtc.training.data.TrainingData} finds the splits of a data set and
 * counts its labels. {@code ParsedSplit} parses files; {@code ActSpool} keeps the parsed acts in
 * the work folder, so that a training parses its data once.
 */
package org.solrlmtc.training.data;
