/**
 * Trains the bidirectional language model of ELMo on acts: {@code BiLmTrainer} runs it, {@code
 * BiLmCorpus} is the text, {@code BiLmNetwork} a step, {@code SampledSoftmax} its loss.
 */
package org.solrlmtc.training.neural.bilm;
