package org.solrlmtc.training.neural.vectors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.neural.tensor.Matrix;

/** Keeps only the vectors of wanted words, to save memory with large files. */
final class VectorCollector {
  /** Estimated memory of a word beside its vector. */
  private static final int WORD_BYTES = 150;

  private final Predicate<String> wanted;
  private final Map<String, float[]> vectors = new LinkedHashMap<>();

  VectorCollector(Predicate<String> wanted) {
    this.wanted = wanted;
  }

  boolean wants(String word) {
    return wanted.test(word);
  }

  /**
   * Adds a vector.
   *
   * @throws Refused when it is invalid
   */
  void add(String word, float[] vector) throws Refused {
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw new Refused("the vector of '" + word + "' has the value " + value);
      }
    }
    if (vectors.put(word, vector) != null) {
      throw new Refused("the word '" + word + "' occurs twice");
    }
    if (Integer.bitCount(vectors.size()) == 1) {
      // memory for the rows and their matrix; checked each time the number of words doubles
      long bytes = 2L * vectors.size() * (2L * Float.BYTES * vector.length + WORD_BYTES);
      Resources.ofThisProcess()
          .require(bytes, "reading the vectors of all these words", "read fewer words");
    }
  }

  /** Why vectors are refused. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /**
   * Builds the matrix.
   *
   * @throws Refused when there are no vectors, or too many for an array
   */
  WordVectors build() throws Refused {
    if (vectors.isEmpty()) {
      throw new Refused("has none of the wanted words");
    }
    int dimensions = vectors.values().iterator().next().length;
    if ((long) vectors.size() * dimensions > Integer.MAX_VALUE - 8) {
      throw new Refused("has more values than an array can hold: read fewer words");
    }
    float[] values = new float[vectors.size() * dimensions];
    int at = 0;
    for (float[] vector : vectors.values()) {
      System.arraycopy(vector, 0, values, at, dimensions);
      at += dimensions;
    }
    return new WordVectors(
        List.copyOf(vectors.keySet()), new Matrix(vectors.size(), dimensions, values));
  }
}
