/**
 * The bidirectional language model of ELMo, trained on acts: {@code BiLmTrainer} runs it, {@code
 * BiLmCorpus} is the text, {@code BiLmNetwork} a step, {@code SampledSoftmax} its loss. {@code
 * ElmoEmbedding} is the layer of a network that reads the states of such a model.
 */
package org.solrlmtc.training.neural.bilm;
