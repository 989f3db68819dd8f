package org.solrlmtc.core.linear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
  private static final int NOT_READ = -2;
  private static final int HEADER_BYTES = 16 + WeightLevels.BYTES;

  private final int[] labels;
  private final float[] biases;
  private final WeightLevels levels;
  private final float[] weights;
  private final int[] starts;
  private final int maxEntryBytes;
  private final ByteBuffer entries;

  private WeightIndex(
      int[] labels, float[] biases, WeightLevels levels, int[] starts, ByteBuffer entries) {
    this.labels = labels;
    this.biases = biases;
    this.levels = levels;
    this.weights = levels.table();
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

  /** The number of columns before the first one of a label with this index or a higher one. */
  int columnsBelow(int label) {
    int column = 0;
    while (column < labels.length && labels[column] < label) {
      column++;
    }
    return column;
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
    WeightLevels levels = WeightLevels.read(in);
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
    return new WeightIndex(read.targets(), read.biases(), levels, starts, entries);
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
   * A column to append.
   *
   * @param label the label of the column, above those of the other columns
   * @param features features with a weight, each once
   */
  record NewColumn(int label, float bias, int[] features, float[] weights) {}

  /**
   * Writes an index with the first columns of this one, unchanged, and others behind them.
   *
   * @param kept number of columns of this index
   */
  void write(Path file, int kept, List<NewColumn> more) throws IOException {
    byte[][] appended = new byte[features()][];
    int[] last = new int[features()];
    Arrays.fill(last, NOT_READ);
    int[] lengths = new int[features()];
    for (int feature = 0; feature < lengths.length; feature++) {
      lengths[feature] = keptBytes(feature, kept);
    }
    for (int i = 0; i < more.size(); i++) {
      NewColumn column = more.get(i);
      for (int at = 0; at < column.features().length; at++) {
        int feature = column.features()[at];
        if (last[feature] == NOT_READ) {
          last[feature] = lastColumn(feature, kept);
          appended[feature] = new byte[0];
        }
        int distance = kept + i - last[feature];
        byte[] before = appended[feature];
        byte[] after = Arrays.copyOf(before, before.length + WeightFile.packedBytes(distance) + 1);
        after[WeightFile.pack(distance, after, before.length)] =
            levels.encode(column.weights()[at]);
        appended[feature] = after;
        last[feature] = kept + i;
      }
    }
    write(file, kept, more, lengths, appended);
  }

  private void write(Path file, int kept, List<NewColumn> more, int[] lengths, byte[][] appended)
      throws IOException {
    int[] newStarts = new int[starts.length];
    for (int feature = 0; feature < lengths.length; feature++) {
      int extra = appended[feature] == null ? 0 : appended[feature].length;
      newStarts[feature + 1] = Math.addExact(newStarts[feature], lengths[feature] + extra);
    }
    byte[] packed = new byte[newStarts[features()]];
    for (int feature = 0; feature < lengths.length; feature++) {
      entries.get(starts[feature], packed, newStarts[feature], lengths[feature]);
      if (appended[feature] != null) {
        System.arraycopy(
            appended[feature],
            0,
            packed,
            newStarts[feature] + lengths[feature],
            appended[feature].length);
      }
    }
    int[] newLabels = Arrays.copyOf(labels, kept + more.size());
    float[] newBiases = Arrays.copyOf(biases, kept + more.size());
    for (int i = 0; i < more.size(); i++) {
      newLabels[kept + i] = more.get(i).label();
      newBiases[kept + i] = more.get(i).bias();
    }
    write(file, levels, new Columns(newLabels, newBiases), newStarts, packed);
  }

  /** The bytes of a feature's entries in the first columns. */
  private int keptBytes(int feature, int kept) {
    ByteBuffer in = entries(feature);
    int column = -1;
    while (in.hasRemaining()) {
      int at = in.position();
      column += (int) WeightFile.unpack(in);
      if (column >= kept) {
        return at - starts[feature];
      }
      in.get();
    }
    return in.position() - starts[feature];
  }

  /** The last of the first columns that has a weight for a feature; -1 if there is none. */
  private int lastColumn(int feature, int kept) {
    ByteBuffer in = entries(feature);
    int last = -1;
    while (in.hasRemaining()) {
      int column = last + (int) WeightFile.unpack(in);
      if (column >= kept) {
        return last;
      }
      last = column;
      in.get();
    }
    return last;
  }

  private ByteBuffer entries(int feature) {
    return entries.duplicate().limit(starts[feature + 1]).position(starts[feature]);
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
    write(file, levels, new Columns(labels, biases), starts, packed);
  }

  private static void write(
      Path file, WeightLevels levels, Columns columns, int[] starts, byte[] packed)
      throws IOException {
    int count = columns.targets().length;
    ByteBuffer head =
        ByteBuffer.allocate(
            Math.toIntExact(
                HEADER_BYTES + Columns.bytes(count) + (long) starts.length * Integer.BYTES));
    head.putLong(MAGIC).putInt(starts.length - 1).putInt(count);
    levels.write(head);
    columns.write(head);
    head.asIntBuffer().put(starts);
    WeightFile.write(file, head.rewind(), packed);
  }
}
