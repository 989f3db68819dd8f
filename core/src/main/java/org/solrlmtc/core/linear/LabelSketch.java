package org.solrlmtc.core.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Learns linear classifiers of labels from their names, without acts. The names are read as an act;
 * its vector, times a factor, becomes the weights. The factor and the bias are medians over the
 * trained labels with the fewest training acts, which had little else to learn from: how far their
 * classifiers raise the margin of their own names, and their biases.
 */
final class LabelSketch {
  private static final int REFERENCES = 101;

  /** For a model that has no label to compare with. */
  private static final float DEFAULT_FACTOR = 1.5f;

  private static final float DEFAULT_BIAS = -1;

  private final TextVectorizer vectorizer;
  private final float factor;
  private final float bias;

  private LabelSketch(TextVectorizer vectorizer, float factor, float bias) {
    this.vectorizer = vectorizer;
    this.factor = factor;
    this.bias = bias;
  }

  /**
   * @param weights of the model
   * @param thesaurus the one that the model was trained with
   */
  static LabelSketch of(
      TextVectorizer vectorizer, WeightIndex weights, LabelSet labels, Thesaurus thesaurus) {
    float[] biases = new float[weights.columns()];
    weights.begin(biases);
    float[] sums = new float[weights.columns()];
    byte[] buffer = weights.newBuffer();
    ActVector vector = vectorizer.newVector();
    List<Float> factors = new ArrayList<>();
    List<Float> chosenBiases = new ArrayList<>();
    int[] rarest =
        IntStream.range(0, weights.columnsBelow(labels.trainedSize()))
            .boxed()
            .sorted(Comparator.comparing(column -> labels.trainingActs(weights.label(column))))
            .limit(REFERENCES)
            .mapToInt(Integer::intValue)
            .toArray();
    for (int column : rarest) {
      Concept concept = thesaurus.concept(labels.id(weights.label(column))).orElseThrow();
      vectorizer.vectorize(names(concept), vector);
      Arrays.fill(sums, 0);
      for (int i = 0; i < vector.size(); i++) {
        weights.add(vector.feature(i), vector.value(i), sums, buffer);
      }
      if (sums[column] > 0) {
        factors.add(sums[column]);
        chosenBiases.add(biases[column]);
      }
    }
    return new LabelSketch(
        vectorizer, median(factors, DEFAULT_FACTOR), median(chosenBiases, DEFAULT_BIAS));
  }

  private static float median(List<Float> values, float otherwise) {
    return values.isEmpty() ? otherwise : values.stream().sorted().toList().get(values.size() / 2);
  }

  /** The names as training reads them: the descriptor as the header, the others as articles. */
  private static LegalAct names(Concept concept) {
    return new LegalAct(
        concept.id(), "", "", concept.descriptor(), "", concept.alternativeNames(), "");
  }

  /** The classifier of a label; empty if the vocabulary has no word of its names. */
  Optional<WeightIndex.NewColumn> learn(int label, Concept concept) {
    ActVector vector = vectorizer.newVector();
    vectorizer.vectorize(names(concept), vector);
    if (vector.size() == 0) {
      return Optional.empty();
    }
    int[] features = Arrays.copyOf(vector.features(), vector.size());
    float[] weights = Arrays.copyOf(vector.values(), vector.size());
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= factor;
    }
    return Optional.of(new WeightIndex.NewColumn(label, bias, features, weights));
  }
}
