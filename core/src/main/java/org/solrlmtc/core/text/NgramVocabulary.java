package org.solrlmtc.core.text;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * The n-grams a model knows, its features, each with its inverse document frequency. Features are
 * numbered from 0, the most frequent first: their weights lie together and stay in the processor's
 * caches.
 *
 * <p>Stored in eight bytes a feature: {@code LMTCVOC1}, the number of features, then for every
 * feature six bytes of name, then for every feature two bytes of idf in steps of 1/4096. Immutable
 * and thread-safe.
 */
public final class NgramVocabulary {
  /** What {@link #feature} says of an n-gram it does not know. */
  static final int UNKNOWN = -1;

  private static final long MAGIC = 0x4C4D5443564F4331L; // LMTCVOC1
  private static final int HEADER_BYTES = 12;
  private static final int FEATURE_BYTES = 8;
  private static final int IDF_STEPS = 4096;

  /** The file's bytes, names and steps, and up to four slots a feature. */
  private static final int GROWTH = 5;

  private final long[] names;
  private final char[] idfSteps;

  /** Open addressing: feature + 1, or 0 for a free slot. A name's upper bits choose the slot. */
  private final int[] slots;

  private final int slotShift;

  private NgramVocabulary(long[] names, char[] idfSteps) {
    this.names = names;
    this.idfSteps = idfSteps;
    int bits = 64 - Long.numberOfLeadingZeros(names.length * 2L);
    this.slots = new int[1 << bits];
    this.slotShift = Long.numberOfTrailingZeros(Ngrams.NAMES) - bits;
    for (int feature = 0; feature < names.length; feature++) {
      int slot = slotOf(names[feature]);
      while (slots[slot] != 0) {
        if (names[slots[slot] - 1] == names[feature]) {
          throw new IllegalArgumentException("an n-gram stands twice");
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = feature + 1;
    }
  }

  /**
   * Makes a vocabulary.
   *
   * @param names different names of n-grams, the most frequent first
   * @param acts in how many acts each stands
   * @param allActs how many acts were counted
   */
  public static NgramVocabulary of(long[] names, int[] acts, int allActs) {
    char[] idfSteps = new char[names.length];
    for (int feature = 0; feature < names.length; feature++) {
      double idf = 1 + StrictMath.log((allActs + 1.0) / (acts[feature] + 1.0));
      idfSteps[feature] =
          (char) Math.min(Character.MAX_VALUE, Math.max(1, Math.round(idf * IDF_STEPS)));
    }
    return new NgramVocabulary(names.clone(), idfSteps);
  }

  /** How many features there are. */
  public int size() {
    return names.length;
  }

  /** The feature of an n-gram, or {@link #UNKNOWN}. */
  int feature(long name) {
    int slot = slotOf(name);
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (names[entry - 1] == name) {
        return entry - 1;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return UNKNOWN;
  }

  float idf(int feature) {
    return (float) idfSteps[feature] / IDF_STEPS;
  }

  private int slotOf(long name) {
    return (int) (name >>> slotShift);
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(names.length);
      for (long name : names) {
        out.writeShort((int) (name >>> 32));
        out.writeInt((int) name);
      }
      for (char steps : idfSteps) {
        out.writeShort(steps);
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file when it is something else
   */
  public static NgramVocabulary read(Path file) {
    try {
      HeapLimit.check(file, Files.size(file), GROWTH);
      ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
      if (in.limit() < HEADER_BYTES || in.getLong() != MAGIC) {
        throw new BundleException(file + " is not a vocabulary: copy the bundle again");
      }
      int size = in.getInt();
      if (size < 0 || in.remaining() != (long) size * FEATURE_BYTES) {
        throw new BundleException(
            file
                + " is cut short or damaged: "
                + in.remaining()
                + " bytes for "
                + size
                + " features; copy the bundle again");
      }
      long[] names = new long[size];
      for (int feature = 0; feature < size; feature++) {
        names[feature] = (long) in.getChar() << 32 | in.getInt() & 0xFFFFFFFFL;
      }
      char[] idfSteps = new char[size];
      in.asCharBuffer().get(idfSteps);
      return new NgramVocabulary(names, idfSteps);
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + " is damaged: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NgramVocabulary vocabulary
        && Arrays.equals(names, vocabulary.names)
        && Arrays.equals(idfSteps, vocabulary.idfSteps);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(names);
  }
}
