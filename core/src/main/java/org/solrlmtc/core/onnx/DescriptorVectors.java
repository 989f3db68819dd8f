package org.solrlmtc.core.onnx;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;

/**
 * {@code descriptor-vectors.bin}: word vectors from which the vector of a label is computed, in
 * training and when a label is added later. One byte per component. Immutable.
 *
 * <p>A label's vector is the mean of the vectors of the words of its descriptor, scaled to length
 * 1.
 */
public final class DescriptorVectors {
  /** The bundle's file. */
  public static final String FILE = "descriptor-vectors.bin";

  /** The paper reads at most this many words of a descriptor. */
  private static final int MAX_WORDS = 15;

  private static final int MAX_SIZE = 10_000_000;
  private static final long MAGIC = 0x4C4D544344564531L; // LMTCDVE1
  private static final float LEVELS = 127;

  private final int dimension;
  private final boolean maskDigits;
  private final Map<String, Quantised> words;

  private record Quantised(float scale, byte[] values) {}

  private DescriptorVectors(int dimension, boolean maskDigits, Map<String, Quantised> words) {
    this.dimension = dimension;
    this.maskDigits = maskDigits;
    this.words = words;
  }

  /**
   * Takes word vectors.
   *
   * @param maskDigits whether every digit is read as {@code D}
   * @param vectors of the same dimension, by word; at least one
   */
  public static DescriptorVectors of(boolean maskDigits, Map<String, float[]> vectors) {
    int dimension = vectors.values().iterator().next().length;
    Map<String, Quantised> words = new LinkedHashMap<>();
    vectors.forEach((word, vector) -> words.put(word, quantise(vector)));
    return new DescriptorVectors(dimension, maskDigits, words);
  }

  private static Quantised quantise(float[] vector) {
    float largest = Float.MIN_NORMAL;
    for (float value : vector) {
      largest = Math.max(largest, Math.abs(value));
    }
    float scale = largest / LEVELS;
    byte[] values = new byte[vector.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) Math.round(vector[i] / scale);
    }
    return new Quantised(scale, values);
  }

  /** The number of components of a label's vector. */
  public int dimension() {
    return dimension;
  }

  /**
   * The vector of a label with this descriptor.
   *
   * @return empty if none of its words has a vector
   */
  public Optional<float[]> vector(String descriptor) {
    double[] sum = new double[dimension];
    WordTokenizer.forEachWord(
        LegalAct.ofText("descriptor", descriptor),
        new WordTokenizerSettings(ZoneSelection.FULL, MAX_WORDS, maskDigits, false),
        (word, zone, section, start, end) -> add(word, sum));
    double squares = 0;
    for (double value : sum) {
      squares += value * value;
    }
    if (squares == 0) {
      return Optional.empty();
    }
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) (sum[i] / Math.sqrt(squares));
    }
    return Optional.of(vector);
  }

  private void add(String word, double[] sum) {
    Quantised found = words.get(word);
    if (found != null && word.chars().anyMatch(Character::isLowerCase)) {
      for (int i = 0; i < dimension; i++) {
        sum[i] += found.scale * found.values[i];
      }
    }
  }

  /** The words that have a vector. */
  public Collection<String> words() {
    return words.keySet();
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(words.size());
      out.writeInt(dimension);
      out.writeBoolean(maskDigits);
      for (Map.Entry<String, Quantised> entry : words.entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeFloat(entry.getValue().scale);
        out.write(entry.getValue().values);
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static DescriptorVectors read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readLong() != MAGIC) {
        throw new BundleException(file + " holds no descriptor vectors: copy the bundle again");
      }
      int size = in.readInt();
      int dimension = in.readInt();
      if (size < 1 || size > MAX_SIZE || dimension < 1 || dimension > MAX_SIZE) {
        throw new BundleException(
            file + " is damaged: " + size + " vectors of dimension " + dimension);
      }
      boolean maskDigits = in.readBoolean();
      Map<String, Quantised> words = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        String word = in.readUTF();
        float scale = in.readFloat();
        byte[] values = in.readNBytes(dimension);
        if (values.length < dimension || !Float.isFinite(scale)) {
          throw new BundleException(file + " is cut short or damaged: copy the bundle again");
        }
        words.put(word, new Quantised(scale, values));
      }
      return new DescriptorVectors(dimension, maskDigits, words);
    } catch (IOException e) {
      throw new BundleException(
          "cannot read " + file + ": it is cut short or damaged; copy the bundle again", e);
    }
  }
}
