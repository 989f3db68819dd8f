package org.solrlmtc.core.linear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.solrlmtc.core.bundle.BundleException;

/**
 * A linear model's weights, inverted: for every feature the columns (labels with weights) in which
 * it has one. The file stays on disk and is mapped into memory: several processes share one copy.
 *
 * <pre>
 * LMTCLIN1, features (int), columns (int)
 * 127 weight levels (float)                      see WeightLevels
 * for every column: label (int), bias (float)
 * features + 1 times: start of the feature's entries (int), counted from the first entry
 * entries: distance to the column before (7 bits a byte, low bits first), weight (byte)
 * </pre>
 *
 * All numbers are big-endian. Checked as a whole when it is opened. Thread-safe.
 */
public final class WeightIndex {
  private static final long MAGIC = 0x4C4D54434C494E31L; // LMTCLIN1
  private static final int HEADER_BYTES = 16 + WeightLevels.BYTES;
  private static final int COLUMN_BYTES = 8;

  private final int[] labels;
  private final float[] biases;
  private final float[] weights;
  private final int[] starts;
  private final int longest;
  private final ByteBuffer entries;

  private WeightIndex(
      int[] labels, float[] biases, float[] weights, int[] starts, ByteBuffer entries) {
    this.labels = labels;
    this.biases = biases;
    this.weights = weights;
    this.starts = starts;
    this.entries = entries;
    int most = 0;
    for (int feature = 0; feature < features(); feature++) {
      most = Math.max(most, starts[feature + 1] - starts[feature]);
    }
    this.longest = most;
  }

  public int features() {
    return starts.length - 1;
  }

  /** How many labels have weights. */
  public int columns() {
    return labels.length;
  }

  /** The label of a column. */
  public int label(int column) {
    return labels[column];
  }

  /** The labels of all columns, not to be changed. */
  int[] labels() {
    return labels;
  }

  /** Room for {@link #add} to read into; one for each thread. */
  byte[] newBuffer() {
    return new byte[longest];
  }

  /** Sets the sums to what an act without any known word scores. */
  void begin(float[] sums) {
    System.arraycopy(biases, 0, sums, 0, biases.length);
  }

  /** Adds a feature's weights, times its value, to the sums of its columns. */
  void add(int feature, float value, float[] sums, byte[] buffer) {
    int length = starts[feature + 1] - starts[feature];
    entries.get(starts[feature], buffer, 0, length);
    int column = -1;
    for (int at = 0; at < length; ) {
      int next = buffer[at++];
      if (next < 0) {
        next &= 0x7F;
        int shift = 7;
        int more;
        do {
          more = buffer[at++];
          next |= (more & 0x7F) << shift;
          shift += 7;
        } while (more < 0);
      }
      column += next;
      sums[column] += value * weights[buffer[at++] & 0xFF];
    }
  }

  /**
   * Maps a file.
   *
   * @throws BundleException naming the file when it is not what {@link #write} wrote
   */
  public static WeightIndex open(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < HEADER_BYTES || channel.size() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("it has " + channel.size() + " bytes");
      }
      MappedByteBuffer in = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return read(in);
    } catch (IllegalArgumentException e) {
      throw new BundleException(
          file
              + " is not a weight index or is damaged ("
              + e.getMessage()
              + "): copy the bundle"
              + " again",
          e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static WeightIndex read(ByteBuffer in) {
    if (in.getLong() != MAGIC) {
      throw new IllegalArgumentException("it does not begin with LMTCLIN1");
    }
    int features = in.getInt();
    int columns = in.getInt();
    float[] weights = WeightLevels.read(in).table();
    if (features < 0
        || columns < 0
        || in.remaining() < (long) columns * COLUMN_BYTES + (features + 1L) * Integer.BYTES) {
      throw new IllegalArgumentException(
          "it is too short for " + features + " features and " + columns + " labels");
    }
    int[] labels = new int[columns];
    float[] biases = new float[columns];
    for (int column = 0; column < columns; column++) {
      labels[column] = in.getInt();
      biases[column] = in.getFloat();
      if (!Float.isFinite(biases[column])) {
        throw new IllegalArgumentException("the bias of column " + column + " is no number");
      }
    }
    int[] starts = new int[features + 1];
    in.asIntBuffer().get(starts);
    in.position(in.position() + starts.length * Integer.BYTES);
    ByteBuffer entries = in.slice();
    checkEntries(starts, columns, entries);
    return new WeightIndex(labels, biases, weights, starts, entries);
  }

  private static void checkEntries(int[] starts, int columns, ByteBuffer entries) {
    if (starts[0] != 0 || starts[starts.length - 1] != entries.limit()) {
      throw new IllegalArgumentException("its entries are cut short or too long");
    }
    for (int feature = 0; feature < starts.length - 1; feature++) {
      int end = starts[feature + 1];
      if (end < starts[feature] || end > entries.limit()) {
        throw new IllegalArgumentException("the entries of feature " + feature + " are misplaced");
      }
      long column = -1;
      for (int at = starts[feature]; at < end; at++) {
        long distance = 0;
        int part;
        int shift = 0;
        do {
          if (at >= end - 1 || shift > 28) {
            throw new IllegalArgumentException("an entry of feature " + feature + " is cut short");
          }
          part = entries.get(at++);
          distance |= (long) (part & 0x7F) << shift;
          shift += 7;
        } while (part < 0);
        column += distance;
        if (distance == 0 || column >= columns) {
          throw new IllegalArgumentException(
              "feature " + feature + " has a weight for column " + column + " of " + columns);
        }
      }
    }
  }

  /**
   * Writes an index.
   *
   * @param labels the label of each column
   * @param biases the bias of each column
   * @param entries weights other than 0; walked through twice
   */
  public static void write(
      Path file, int features, int[] labels, float[] biases, WeightEntries entries)
      throws IOException {
    WeightSurvey survey =
        new WeightSurvey(features, (last, column) -> WeightSurvey.packedBytes(column - last) + 1);
    entries.forEach(survey);
    WeightLevels levels = survey.levels();
    int[] starts = survey.starts();
    byte[] packed = new byte[starts[features]];
    int[] ends = Arrays.copyOf(starts, features);
    int[] last = new int[features];
    Arrays.fill(last, -1);
    entries.forEach(
        (column, feature, weight) -> {
          int at = ends[feature];
          int distance = column - last[feature];
          last[feature] = column;
          while (distance > 0x7F) {
            packed[at++] = (byte) (distance | 0x80);
            distance >>>= 7;
          }
          packed[at++] = (byte) distance;
          packed[at++] = levels.encode(weight);
          ends[feature] = at;
        });
    ByteBuffer head =
        ByteBuffer.allocate(
            HEADER_BYTES + labels.length * COLUMN_BYTES + starts.length * Integer.BYTES);
    head.putLong(MAGIC).putInt(features).putInt(labels.length);
    levels.write(head);
    for (int column = 0; column < labels.length; column++) {
      head.putInt(labels[column]).putFloat(biases[column]);
    }
    head.asIntBuffer().put(starts);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      writeAll(out, head.rewind());
      writeAll(out, ByteBuffer.wrap(packed));
    }
  }

  static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }
}
