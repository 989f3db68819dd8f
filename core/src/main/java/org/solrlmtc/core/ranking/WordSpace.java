package org.solrlmtc.core.ranking;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.HeapLimit;
import org.solrlmtc.core.exactmatch.TermTable;

/**
 * Vectors of words, the more frequent words first: words that are used alike have similar vectors.
 *
 * <p>Stored as {@code LMTCWVE1}, the number of words and the dimension; then each word and its
 * vector, whose largest component is 127. Immutable and thread-safe.
 */
public final class WordSpace {
  /** Without any word. */
  public static final WordSpace EMPTY = new WordSpace(List.of(), new float[0][]);

  private static final long MAGIC = 0x4C4D544357564531L; // LMTCWVE1
  private static final int MAX_WORDS = 1_000_000;
  private static final int MAX_DIMENSION = 1_000;
  private static final int STEPS = 127;

  /** Components of one byte become floats. */
  private static final int HEAP_FACTOR = 5;

  private final List<String> words;
  private final TermTable table = new TermTable();

  /** Of length 1, or 0. */
  private final float[][] vectors;

  /**
   * @param words distinct, the most frequent first
   * @param vectors one per word, of any length
   */
  public WordSpace(List<String> words, float[][] vectors) {
    this.words = List.copyOf(words);
    this.vectors = new float[vectors.length][];
    for (int word = 0; word < vectors.length; word++) {
      this.vectors[word] = normalised(vectors[word]);
      if (table.add(words.get(word)) != word) {
        throw new IllegalArgumentException("the word '" + words.get(word) + "' occurs twice");
      }
    }
  }

  private static float[] normalised(float[] vector) {
    double length = Math.sqrt(product(vector, vector));
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length && length > 0; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }

  private static float product(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Whether it has no word. */
  boolean isEmpty() {
    return vectors.length == 0;
  }

  /**
   * The number of a word, or {@link TermTable#UNKNOWN}.
   *
   * @param chars the word is its first {@code length} characters
   */
  int find(char[] chars, int length) {
    return table.find(chars, length);
  }

  /** The cosine of two words. */
  float similarity(int word, int other) {
    return product(vectors[word], vectors[other]);
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(vectors.length);
      out.writeInt(vectors.length == 0 ? 1 : vectors[0].length);
      for (int word = 0; word < vectors.length; word++) {
        byte[] name = words.get(word).getBytes(StandardCharsets.UTF_8);
        out.writeShort(name.length);
        out.write(name);
        float largest = 0;
        for (float component : vectors[word]) {
          largest = Math.max(largest, Math.abs(component));
        }
        for (float component : vectors[word]) {
          out.writeByte(largest == 0 ? 0 : Math.round(component / largest * STEPS));
        }
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static WordSpace read(Path file) {
    try {
      HeapLimit.check(file, Files.size(file), HEAP_FACTOR);
      ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
      if (in.getLong() != MAGIC) {
        throw new BundleException(file + " has no vectors of words: copy the bundle again");
      }
      int words = FileNumber.check(file, "words", in.getInt(), 0, MAX_WORDS);
      int dimension = FileNumber.check(file, "dimension", in.getInt(), 1, MAX_DIMENSION);
      // before anything of the stated size is allocated
      FileNumber.check(file, "words", words, 0, in.remaining() / (dimension + Short.BYTES));
      String[] names = new String[words];
      float[][] vectors = new float[words][dimension];
      for (int word = 0; word < words; word++) {
        byte[] name = new byte[in.getChar()];
        in.get(name);
        names[word] = new String(name, StandardCharsets.UTF_8);
        for (int i = 0; i < dimension; i++) {
          vectors[word][i] = in.get();
        }
      }
      if (in.hasRemaining()) {
        throw new BundleException(
            file + " is damaged: " + in.remaining() + " bytes too many; copy the bundle again");
      }
      return new WordSpace(List.of(names), vectors);
    } catch (BufferUnderflowException e) {
      throw new BundleException(file + " is cut short: copy the bundle again", e);
    } catch (IllegalArgumentException e) {
      throw new BundleException(
          file + " is damaged: " + e.getMessage() + "; copy the bundle again", e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
