package org.solrlmtc.core.linear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.linear.WeightFile.Columns;

/**
 * The weights of a linear model as an inverted index: for every feature the columns (labels with
 * weights) that have a weight for it. The file is mapped into memory: several processes share one
 * copy.
 *
 * <pre>
 * LMTCLIN1, features (int), columns (int)
 * 127 weight levels (float)                      see WeightLevels
 * for every column: label (int), bias (float)
 * features + 1 times: start of the feature's entries (int), counted from the first entry
 * entries: distance to the column before (7 bits per byte, low bits first), weight (byte)
 * </pre>
 *
 * All numbers are big-endian. The whole file is checked when it is opened. Thread-safe.
 */
public final class WeightIndex {
  private static final long MAGIC = 0x4C4D54434C494E31L; // LMTCLIN1
  private static final int HEADER_BYTES = 16 + WeightLevels.BYTES;

  private final int[] labels;
  private final float[] biases;
  private final float[] weights;
  private final int[] starts;
  private final int maxEntryBytes;
  private final ByteBuffer entries;

  private WeightIndex(
      int[] labels, float[] biases, float[] weights, int[] starts, ByteBuffer entries) {
    this.labels = labels;
    this.biases = biases;
    this.weights = weights;
    this.starts = starts;
    this.entries = entries;
    int maxLength = 0;
    for (int feature = 0; feature < features(); feature++) {
      maxLength = Math.max(maxLength, starts[feature + 1] - starts[feature]);
    }
    this.maxEntryBytes = maxLength;
  }

  public int features() {
    return starts.length - 1;
  }

  /** The number of labels with weights. */
  public int columns() {
    return labels.length;
  }

  /** The label of a column. */
  public int label(int column) {
    return labels[column];
  }

  /** The labels of all columns; not to be modified. */
  int[] labels() {
    return labels;
  }

  /** A buffer for {@link #add}; one per thread. */
  byte[] newBuffer() {
    return new byte[maxEntryBytes];
  }

  /** Sets the sums to the biases. */
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
   * @throws BundleException naming the file if it is not what {@link #write} wrote
   */
  public static WeightIndex open(Path file) {
    return WeightFile.map(file, "a weight index", HEADER_BYTES, WeightIndex::read);
  }

  private static WeightIndex read(ByteBuffer in) {
    if (in.getLong() != MAGIC) {
      throw new IllegalArgumentException("it does not begin with LMTCLIN1");
    }
    int features = in.getInt();
    int columns = in.getInt();
    float[] weights = WeightLevels.read(in).table();
    String of = features + " features and " + columns + " labels";
    if (features < 0 || columns < 0) {
      throw new IllegalArgumentException("it claims " + of);
    }
    WeightFile.checkTables(in, Columns.bytes(columns) + (features + 1L) * Integer.BYTES, of);
    Columns read = Columns.read(in, columns);
    int[] starts = WeightFile.ints(in, features + 1);
    ByteBuffer entries = in.slice();
    WeightFile.checkEntries(
        starts, entries, (feature, ofFeature) -> check(feature, ofFeature, columns));
    return new WeightIndex(read.targets(), read.biases(), weights, starts, entries);
  }

  private static void check(int feature, ByteBuffer entries, int columns) {
    long column = -1;
    while (entries.hasRemaining()) {
      long distance = WeightFile.unpack(entries);
      column += distance;
      if (distance == 0 || column >= columns) {
        throw new IllegalArgumentException(
            "feature " + feature + " has a weight for column " + column + " of " + columns);
      }
      entries.get();
    }
  }

  /**
   * Writes an index.
   *
   * @param labels the label of each column
   * @param biases the bias of each column
   * @param entries weights other than 0; iterated twice
   */
  public static void write(
      Path file, int features, int[] labels, float[] biases, WeightEntries entries)
      throws IOException {
    WeightSurvey survey =
        new WeightSurvey(features, (last, column) -> WeightFile.packedBytes(column - last) + 1);
    entries.forEach(survey);
    WeightLevels levels = survey.levels();
    int[] starts = survey.starts();
    byte[] packed = new byte[starts[features]];
    int[] ends = Arrays.copyOf(starts, features);
    int[] last = new int[features];
    Arrays.fill(last, -1);
    entries.forEach(
        (column, feature, weight) -> {
          int at = WeightFile.pack(column - last[feature], packed, ends[feature]);
          last[feature] = column;
          packed[at] = levels.encode(weight);
          ends[feature] = at + 1;
        });
    ByteBuffer head =
        ByteBuffer.allocate(
            Math.toIntExact(
                HEADER_BYTES
                    + Columns.bytes(labels.length)
                    + (long) starts.length * Integer.BYTES));
    head.putLong(MAGIC).putInt(features).putInt(labels.length);
    levels.write(head);
    new Columns(labels, biases).write(head);
    head.asIntBuffer().put(starts);
    WeightFile.write(file, head.rewind(), packed);
  }
}
