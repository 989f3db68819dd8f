/**
 * ELMo's bidirectional language model (biLM), as its public files describe it: {@code ElmoFiles}
 * reads and writes {@code options.json} and {@code weights.hdf5}, {@code ElmoReference} is the
 * plain computation, {@code BiLm} the fast one, {@code StateCache} keeps the states of acts, {@code
 * ElmoCheck} compares with published states.
 */
package org.solrlmtc.training.neural.elmo;
