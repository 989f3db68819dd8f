package org.solrlmtc.training.neural.layer;

import java.util.Optional;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The inputs for creating an embedding.
 *
 * @param tokenizer how acts become tokens; the embedding has a vector for each of its ids
 * @param words how words are read, if the tokens are words
 * @param task the training data, and where to keep intermediate results
 * @param seed random seed of the recipe
 */
public record EmbeddingContext(
    Torch device,
    Tokenizer tokenizer,
    Optional<WordTokenizerSettings> words,
    TrainingTask task,
    int seed) {}
