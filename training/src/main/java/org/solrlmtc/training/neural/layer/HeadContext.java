package org.solrlmtc.training.neural.layer;

import java.util.List;
import java.util.function.Function;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * What a head may know of the labels.
 *
 * @param concepts the concept of each label, in the order of the network's outputs
 * @param thesaurus descriptors and relations of the concepts
 * @param initialBias log-odds of each label in the training acts: where its logit starts
 * @param wordVectors the vectors of a text's words, by the network's tokenizer and initial
 *     embedding; out-of-vocabulary words have the vector of the unknown word
 */
public record HeadContext(
    Torch device,
    List<String> concepts,
    Thesaurus thesaurus,
    float[] initialBias,
    Function<String, double[][]> wordVectors) {

  public int labels() {
    return concepts.size();
  }

  /** The preferred term of a label; its id when the thesaurus does not have it. */
  public String descriptor(int label) {
    String id = concepts.get(label);
    return thesaurus.concept(id).map(Concept::descriptor).orElse(id);
  }
}
