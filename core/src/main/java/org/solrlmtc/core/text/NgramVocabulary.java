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
 * The n-grams of a model, its features, each with its inverse document frequency. Features are
 * numbered from 0, the most frequent first: their weights are stored together and stay in the CPU's
 * caches.
 *
 * <p>Stored with eight bytes per feature: {@code LMTCVOC1}, the number of features, then six bytes
 * of hash per feature, then two bytes of idf per feature, in steps of 1/4096. Immutable and
 * thread-safe.
 */
public final class NgramVocabulary {
  /** The result of {@link #feature} for an out-of-vocabulary n-gram. */
  static final int UNKNOWN = -1;

  private static final long MAGIC = 0x4C4D5443564F4331L; // LMTCVOC1
  private static final int HEADER_BYTES = 12;
  private static final int FEATURE_BYTES = 8;
  private static final int IDF_STEPS = 4096;

  /** The file's bytes, hashes and idf steps, and up to four slots per feature. */
  private static final int HEAP_FACTOR = 5;

  private final long[] hashes;
  private final char[] idfSteps;

  /**
   * Open addressing: feature + 1, or 0 for a free slot. The upper bits of a hash select the slot.
   */
  private final int[] slots;

  private final int slotShift;

  private NgramVocabulary(long[] hashes, char[] idfSteps) {
    this.hashes = hashes;
    this.idfSteps = idfSteps;
    int bits = 64 - Long.numberOfLeadingZeros(hashes.length * 2L);
    this.slots = new int[1 << bits];
    this.slotShift = Long.numberOfTrailingZeros(Ngrams.HASH_RANGE) - bits;
    for (int feature = 0; feature < hashes.length; feature++) {
      int slot = slotOf(hashes[feature]);
      while (slots[slot] != 0) {
        if (hashes[slots[slot] - 1] == hashes[feature]) {
          throw new IllegalArgumentException("an n-gram appears twice");
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = feature + 1;
    }
  }

  /**
   * Makes a vocabulary.
   *
   * @param hashes distinct hashes of n-grams, the most frequent first
   * @param acts document frequency of each
   * @param allActs number of acts that were counted
   */
  public static NgramVocabulary of(long[] hashes, int[] acts, int allActs) {
    char[] idfSteps = new char[hashes.length];
    for (int feature = 0; feature < hashes.length; feature++) {
      double idf = 1 + StrictMath.log((allActs + 1.0) / (acts[feature] + 1.0));
      idfSteps[feature] =
          (char) Math.min(Character.MAX_VALUE, Math.max(1, Math.round(idf * IDF_STEPS)));
    }
    return new NgramVocabulary(hashes.clone(), idfSteps);
  }

  /** The number of features. */
  public int size() {
    return hashes.length;
  }

  /** The feature of an n-gram, or {@link #UNKNOWN}. */
  int feature(long hash) {
    int slot = slotOf(hash);
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (hashes[entry - 1] == hash) {
        return entry - 1;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return UNKNOWN;
  }

  float idf(int feature) {
    return (float) idfSteps[feature] / IDF_STEPS;
  }

  private int slotOf(long hash) {
    return (int) (hash >>> slotShift);
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(hashes.length);
      for (long hash : hashes) {
        out.writeShort((int) (hash >>> 32));
        out.writeInt((int) hash);
      }
      for (char steps : idfSteps) {
        out.writeShort(steps);
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static NgramVocabulary read(Path file) {
    try {
      HeapLimit.check(file, Files.size(file), HEAP_FACTOR);
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
      long[] hashes = new long[size];
      for (int feature = 0; feature < size; feature++) {
        hashes[feature] = (long) in.getChar() << 32 | in.getInt() & 0xFFFFFFFFL;
      }
      char[] idfSteps = new char[size];
      in.asCharBuffer().get(idfSteps);
      return new NgramVocabulary(hashes, idfSteps);
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + " is damaged: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NgramVocabulary vocabulary
        && Arrays.equals(hashes, vocabulary.hashes)
        && Arrays.equals(idfSteps, vocabulary.idfSteps);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }
}
