package org.solrlmtc.training.neural.vectors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.neural.tensor.Matrix;

/**
 * Keeps the vectors of the words that are wanted, so that the rest of a large file costs nothing.
 */
final class VectorCollector {
  /** What a word takes beside its numbers, roughly. */
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
   * Takes a vector.
   *
   * @throws Refused when it is of no use
   */
  void add(String word, float[] vector) throws Refused {
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw new Refused("the vector of '" + word + "' holds " + value);
      }
    }
    if (vectors.put(word, vector) != null) {
      throw new Refused("the word '" + word + "' comes a second time");
    }
    if (Integer.bitCount(vectors.size()) == 1) {
      // a matrix beside the rows it is made of; looked at each time the number doubles
      long bytes = 2L * vectors.size() * (2L * Float.BYTES * vector.length + WORD_BYTES);
      Resources.ofThisProcess()
          .require(bytes, "reading the vectors of all these words", "read fewer words");
    }
  }

  /** Why a vector is not taken. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /**
   * Makes the matrix.
   *
   * @throws Refused when there is nothing, or too much for an array
   */
  WordVectors build() throws Refused {
    if (vectors.isEmpty()) {
      throw new Refused("holds none of the wanted words");
    }
    int dimensions = vectors.values().iterator().next().length;
    if ((long) vectors.size() * dimensions > Integer.MAX_VALUE - 8) {
      throw new Refused("holds more numbers than one array: read fewer words");
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
