package org.solrlmtc.training.neural.layer;

import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.TextSettings;

/**
 * The inputs for creating an embedding.
 *
 * @param words the vocabulary of the network
 * @param text how acts become tokens
 * @param task the training data, and where to keep intermediate results
 * @param seed random seed of the recipe
 */
public record EmbeddingContext(
    Torch device, WordVocabulary words, TextSettings text, TrainingTask task, int seed) {}
