package org.solrlmtc.training.neural.layer;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/**
 * The inputs for creating a head.
 *
 * @param concepts the concept of each label, in the order of the network's outputs
 * @param thesaurus descriptors and relations of the concepts
 * @param initialBias initial bias: log-odds of each label in the training acts
 * @param tokenVectors the initial vectors of the tokens of a text; out-of-vocabulary tokens share
 *     one vector
 * @param encodedTexts the mean encoded state of each text, by the encoder with its initial weights
 * @param wordVectors pretrained word vectors, if the embedding has them
 * @param maskDigits whether these words have {@code D} for every digit
 */
public record HeadContext(
    Torch device,
    List<String> concepts,
    Thesaurus thesaurus,
    float[] initialBias,
    Function<String, double[][]> tokenVectors,
    Function<List<String>, Matrix> encodedTexts,
    Optional<WordVectors> wordVectors,
    boolean maskDigits) {

  public int labels() {
    return concepts.size();
  }

  /** The preferred term of a label; its id when the thesaurus does not have it. */
  public String descriptor(int label) {
    String id = concepts.get(label);
    return thesaurus.concept(id).map(Concept::descriptor).orElse(id);
  }
}
