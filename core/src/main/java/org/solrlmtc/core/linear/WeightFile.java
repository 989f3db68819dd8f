package org.solrlmtc.core.linear;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.HeapLimit;

/** The common parts of weight files. All numbers are big-endian. */
final class WeightFile {

  private WeightFile() {}

  /**
   * The columns of a weight file.
   *
   * @param targets the label or node of each column
   * @param biases the bias of each column
   */
  record Columns(int[] targets, float[] biases) {
    private static final int BYTES = Integer.BYTES + Float.BYTES;

    static long bytes(int columns) {
      return (long) columns * BYTES;
    }

    static Columns read(ByteBuffer in, int columns) {
      int[] targets = new int[columns];
      float[] biases = new float[columns];
      for (int column = 0; column < columns; column++) {
        targets[column] = in.getInt();
        biases[column] = in.getFloat();
        if (!Float.isFinite(biases[column])) {
          throw new IllegalArgumentException("the bias of column " + column + " is not finite");
        }
      }
      return new Columns(targets, biases);
    }

    void write(ByteBuffer out) {
      for (int column = 0; column < targets.length; column++) {
        out.putInt(targets[column]).putFloat(biases[column]);
      }
    }
  }

  /**
   * Maps a file into memory.
   *
   * @param what the file should be, for messages
   * @param minBytes its minimum size
   * @param reader throws {@link IllegalArgumentException} if it finds something else
   */
  static <T> T map(Path file, String what, int minBytes, Function<ByteBuffer, T> reader) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < minBytes || channel.size() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("it has " + channel.size() + " bytes");
      }
      return reader.apply(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    } catch (BundleException e) {
      throw new BundleException(file + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new BundleException(
          file
              + " is not "
              + what
              + " or is damaged ("
              + e.getMessage()
              + "): copy the bundle again",
          e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Checks the size of the tables at the start of a file before they are read into memory; the
   * entries stay on disk.
   *
   * @param of what the tables hold, for messages
   */
  static void checkTables(ByteBuffer in, long bytes, String of) {
    if (in.remaining() < bytes) {
      throw new IllegalArgumentException("it is too short for " + of);
    }
    HeapLimit.check(bytes, of);
  }

  static int[] ints(ByteBuffer in, int size) {
    int[] numbers = new int[size];
    in.asIntBuffer().get(numbers);
    in.position(in.position() + size * Integer.BYTES);
    return numbers;
  }

  /** Checks the entries of a feature. */
  @FunctionalInterface
  interface EntriesCheck {
    /** Reads to the end, or throws {@link IllegalArgumentException}. */
    void check(int feature, ByteBuffer entries);
  }

  /**
   * Checks all entries.
   *
   * @param starts start of each feature's entries, then the end of the last ones
   */
  static void checkEntries(int[] starts, ByteBuffer entries, EntriesCheck check) {
    if (starts[0] != 0 || starts[starts.length - 1] != entries.limit()) {
      throw new IllegalArgumentException("its entries are cut short or too long");
    }
    ByteBuffer ofFeature = entries.duplicate();
    for (int feature = 0; feature < starts.length - 1; feature++) {
      int end = starts[feature + 1];
      if (end < starts[feature] || end > entries.limit()) {
        throw new IllegalArgumentException("the entries of feature " + feature + " are misplaced");
      }
      try {
        check.check(feature, ofFeature.limit(end).position(starts[feature]));
      } catch (BufferUnderflowException e) {
        throw new IllegalArgumentException("an entry of feature " + feature + " is cut short", e);
      }
    }
  }

  /** The number of bytes of a packed positive number, 7 bits per byte. */
  static int packedBytes(int number) {
    return (32 - Integer.numberOfLeadingZeros(number) + 6) / 7;
  }

  /** Packs a number, low bits first; returns the offset after it. */
  static int pack(int number, byte[] target, int place) {
    int at = place;
    int rest = number;
    while (rest > 0x7F) {
      target[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[at++] = (byte) rest;
    return at;
  }

  /** Reads a packed number from a file that is not checked yet. */
  static long unpack(ByteBuffer in) {
    long number = 0;
    int part;
    int shift = 0;
    do {
      if (shift > 28) {
        throw new IllegalArgumentException("a packed number has more than 5 bytes");
      }
      part = in.get();
      number |= (long) (part & 0x7F) << shift;
      shift += 7;
    } while (part < 0);
    return number;
  }

  static void write(Path file, ByteBuffer head, byte[] entries) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (ByteBuffer part : new ByteBuffer[] {head, ByteBuffer.wrap(entries)}) {
        while (part.hasRemaining()) {
          out.write(part);
        }
      }
    }
  }
}
