/**
 * Word vectors: {@link org.solrlmtc.training.neural.vectors.WordVectors} is what networks begin
 * with. {@link org.solrlmtc.training.neural.vectors.SkipGramTrainer} learns them from the training
 * acts, {@link org.solrlmtc.training.neural.vectors.VectorFile} reads published ones and keeps our
 * own.
 */
package org.solrlmtc.training.neural.vectors;
