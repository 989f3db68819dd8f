/**
 * Word vectors: {@link org.solrlmtc.training.neural.vectors.WordVectors} are the initial embeddings
 * of networks. {@link org.solrlmtc.training.neural.vectors.SkipGramTrainer} trains them on the
 * training acts, {@link org.solrlmtc.training.neural.vectors.VectorFile} reads and writes files of
 * them.
 */
package org.solrlmtc.training.neural.vectors;
