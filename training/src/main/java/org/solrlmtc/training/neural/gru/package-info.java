/**
 * Gated recurrent units: {@code GruPair} reads sequences in both directions in training, {@code
 * GruWeights} holds the trained weights of both, in a graph and as a reference computation.
 */
package org.solrlmtc.training.neural.gru;
