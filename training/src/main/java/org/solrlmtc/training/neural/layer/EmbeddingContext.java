package org.solrlmtc.training.neural.layer;

import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.training.TrainingTask;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/**
 * The inputs for creating an embedding.
 *
 * @param tokenizer how acts become tokens; the embedding has a vector for each of its ids
 * @param words how words are read, if the tokens are words
 * @param task the training data, and where to keep intermediate results
 * @param seed random seed of the recipe
 * @param acts all acts that the training reads
 */
public record EmbeddingContext(
    Torch device,
    Tokenizer tokenizer,
    Optional<WordTokenizerSettings> words,
    TrainingTask task,
    int seed,
    List<TokenizedActs> acts) {
  public EmbeddingContext {
    acts = List.copyOf(acts);
  }
}
