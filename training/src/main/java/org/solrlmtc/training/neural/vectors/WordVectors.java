package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.solrlmtc.training.neural.tensor.Matrix;

/** One vector per word. Immutable, unless the matrix is modified. */
public final class WordVectors {
  private final List<String> words;
  private final Matrix matrix;
  private final Map<String, Integer> rows;

  /**
   * @param words distinct words
   * @param matrix one row per word, in the same order; not copied
   */
  public WordVectors(List<String> words, Matrix matrix) {
    if (words.size() != matrix.rows()) {
      throw new IllegalArgumentException(
          words.size() + " words, but " + matrix.rows() + " vectors");
    }
    this.words = List.copyOf(words);
    this.matrix = matrix;
    this.rows = new HashMap<>(words.size() * 2);
    for (String word : this.words) {
      if (rows.put(word, rows.size()) != null) {
        throw new IllegalArgumentException("the word '" + word + "' occurs twice");
      }
    }
  }

  /**
   * The words in the order of the rows; those of {@link SkipGramTrainer} are sorted by frequency.
   */
  public List<String> words() {
    return words;
  }

  public Matrix matrix() {
    return matrix;
  }

  /** The dimension of the vectors. */
  public int dimensions() {
    return matrix.columns();
  }

  /** The word's row in the matrix, if it has a vector. */
  public OptionalInt row(String word) {
    Integer row = rows.get(word);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /** A copy of a row. */
  public float[] vector(int row) {
    int from = row * dimensions();
    return Arrays.copyOfRange(matrix.values(), from, from + dimensions());
  }

  /** The cosine between two rows; 0 when one of them is all zeros. */
  public double cosine(int one, int other) {
    double length = Math.sqrt(product(one, one) * product(other, other));
    return length == 0 ? 0 : product(one, other) / length;
  }

  /** The words nearest to a row by cosine, nearest first, excluding itself. */
  public List<Neighbour> nearest(int row, int count) {
    return IntStream.range(0, words.size())
        .filter(other -> other != row)
        .mapToObj(other -> new Neighbour(words.get(other), cosine(row, other)))
        .sorted(Comparator.comparingDouble(Neighbour::cosine).reversed())
        .limit(count)
        .toList();
  }

  /** A word near another one. */
  public record Neighbour(String word, double cosine) {}

  private double product(int one, int other) {
    float[] values = matrix.values();
    int a = one * dimensions();
    int b = other * dimensions();
    double sum = 0;
    for (int i = 0; i < dimensions(); i++) {
      sum += (double) values[a + i] * values[b + i];
    }
    return sum;
  }
}
