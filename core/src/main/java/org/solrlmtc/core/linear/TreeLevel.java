package org.solrlmtc.core.linear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.linear.WeightFile.Columns;

/**
 * The weights of all nodes of one level of the label trees. A node's columns are the nodes below
 * it, or labels on the lowest level. Weights are inverted like those of a {@link WeightIndex}, but
 * grouped by node, so that nodes the search does not visit are skipped. The file is mapped into
 * memory.
 *
 * <pre>
 * LMTCTRE1, features (int), nodes (int), columns (int)
 * 127 weight levels (float)                      see WeightLevels
 * nodes + 1 times: the node's first column (int)
 * for every column: the node below or the label (int), bias (float)
 * features + 1 times: start of the feature's entries (int), counted from the first entry
 * entries, by node: distance to the node before (7 bits per byte, low bits first),
 *   number of weights minus 1 (byte), then per weight: column within the node (byte), weight (byte)
 * </pre>
 *
 * All numbers are big-endian. The whole file is checked when it is opened. Thread-safe.
 */
public final class TreeLevel {
  /** A column within its node is a byte. */
  public static final int MAX_COLUMNS_OF_NODE = 256;

  private static final long MAGIC = 0x4C4D544354524531L; // LMTCTRE1
  private static final int HEADER_BYTES = 20 + WeightLevels.BYTES;

  private final int[] firstColumns;
  private final int[] targets;
  private final float[] biases;
  private final float[] weights;
  private final int[] starts;
  private final ByteBuffer entries;

  private TreeLevel(
      int[] firstColumns,
      int[] targets,
      float[] biases,
      float[] weights,
      int[] starts,
      ByteBuffer entries) {
    this.firstColumns = firstColumns;
    this.targets = targets;
    this.biases = biases;
    this.weights = weights;
    this.starts = starts;
    this.entries = entries;
  }

  public int features() {
    return starts.length - 1;
  }

  public int nodes() {
    return firstColumns.length - 1;
  }

  public int columns() {
    return targets.length;
  }

  /** The first column of a node; of {@link #nodes}, the number of columns. */
  public int firstColumn(int node) {
    return firstColumns[node];
  }

  /** The node below, or the label of a column on the lowest level. */
  public int target(int column) {
    return targets[column];
  }

  float bias(int column) {
    return biases[column];
  }

  /**
   * Adds a feature's weights, times its value, to the sums of the columns of some nodes.
   *
   * @param places where each node's sums begin, or -1 for nodes to skip
   */
  void add(int feature, float value, int[] places, float[] sums) {
    int end = starts[feature + 1];
    int node = -1;
    for (int at = starts[feature]; at < end; ) {
      int next = entries.get(at++);
      if (next < 0) {
        next &= 0x7F;
        int shift = 7;
        int more;
        do {
          more = entries.get(at++);
          next |= (more & 0x7F) << shift;
          shift += 7;
        } while (more < 0);
      }
      node += next;
      int after = at + 1 + 2 * ((entries.get(at) & 0xFF) + 1);
      int place = places[node];
      if (place >= 0) {
        for (at++; at < after; at += 2) {
          sums[place + (entries.get(at) & 0xFF)] += value * weights[entries.get(at + 1) & 0xFF];
        }
      }
      at = after;
    }
  }

  /**
   * Maps a file.
   *
   * @throws BundleException naming the file if it is not what {@link #write} wrote
   */
  public static TreeLevel open(Path file) {
    return WeightFile.map(file, "a level of label trees", HEADER_BYTES, TreeLevel::read);
  }

  private static TreeLevel read(ByteBuffer in) {
    if (in.getLong() != MAGIC) {
      throw new IllegalArgumentException("it does not begin with LMTCTRE1");
    }
    int features = in.getInt();
    int nodes = in.getInt();
    int columns = in.getInt();
    float[] weights = WeightLevels.read(in).table();
    String of = features + " features, " + nodes + " nodes and " + columns + " columns";
    if (features < 0 || nodes < 1 || columns < 0) {
      throw new IllegalArgumentException("it claims " + of);
    }
    WeightFile.checkTables(
        in, Columns.bytes(columns) + (nodes + 1L + features + 1L) * Integer.BYTES, of);
    int[] firstColumns = WeightFile.ints(in, nodes + 1);
    checkNodes(firstColumns, columns);
    Columns read = Columns.read(in, columns);
    int[] starts = WeightFile.ints(in, features + 1);
    ByteBuffer entries = in.slice();
    WeightFile.checkEntries(
        starts, entries, (feature, ofFeature) -> check(feature, ofFeature, firstColumns));
    return new TreeLevel(firstColumns, read.targets(), read.biases(), weights, starts, entries);
  }

  private static void checkNodes(int[] firstColumns, int columns) {
    boolean right = firstColumns[0] == 0 && firstColumns[firstColumns.length - 1] == columns;
    for (int node = 0; node < firstColumns.length - 1 && right; node++) {
      long size = (long) firstColumns[node + 1] - firstColumns[node];
      right = size > 0 && size <= MAX_COLUMNS_OF_NODE;
    }
    if (!right) {
      throw new IllegalArgumentException("its nodes do not partition the columns");
    }
  }

  private static void check(int feature, ByteBuffer entries, int[] firstColumns) {
    long node = -1;
    while (entries.hasRemaining()) {
      long distance = WeightFile.unpack(entries);
      node += distance;
      if (distance == 0 || node >= firstColumns.length - 1) {
        throw new IllegalArgumentException(
            "feature " + feature + " has weights for a node that does not exist: " + node);
      }
      int size = firstColumns[(int) node + 1] - firstColumns[(int) node];
      for (int left = (entries.get() & 0xFF) + 1; left > 0; left--) {
        if ((entries.get() & 0xFF) >= size) {
          throw new IllegalArgumentException(
              "feature " + feature + " has a weight outside of node " + node);
        }
        entries.get();
      }
    }
  }

  /**
   * Writes a level.
   *
   * @param firstColumns the first column of each node, and at the end the number of columns
   * @param targets the node below or the label of each column
   * @param biases the bias of each column
   * @param weights weights other than 0; iterated twice
   */
  public static void write(
      Path file,
      int features,
      int[] firstColumns,
      int[] targets,
      float[] biases,
      WeightEntries weights)
      throws IOException {
    int[] nodeOf = new int[targets.length];
    for (int node = 0; node < firstColumns.length - 1; node++) {
      Arrays.fill(nodeOf, firstColumns[node], firstColumns[node + 1], node);
    }
    WeightSurvey survey =
        new WeightSurvey(
            features,
            (last, column) -> {
              int distance = nodeOf[column] - (last < 0 ? -1 : nodeOf[last]);
              return (distance == 0 ? 0 : WeightFile.packedBytes(distance) + 1) + 2;
            });
    weights.forEach(survey);
    WeightLevels levels = survey.levels();
    int[] starts = survey.starts();
    byte[] packed = new byte[starts[features]];
    int[] ends = Arrays.copyOf(starts, features);
    int[] counts = new int[features];
    int[] last = new int[features];
    Arrays.fill(last, -1);
    weights.forEach(
        (column, feature, weight) -> {
          int node = nodeOf[column];
          int at = ends[feature];
          if (node == last[feature]) {
            packed[counts[feature]]++;
          } else {
            at = WeightFile.pack(node - last[feature], packed, at);
            last[feature] = node;
            counts[feature] = at++;
          }
          packed[at++] = (byte) (column - firstColumns[node]);
          packed[at++] = levels.encode(weight);
          ends[feature] = at;
        });
    ByteBuffer head =
        ByteBuffer.allocate(
            Math.toIntExact(
                HEADER_BYTES
                    + Columns.bytes(targets.length)
                    + ((long) firstColumns.length + starts.length) * Integer.BYTES));
    head.putLong(MAGIC).putInt(features).putInt(firstColumns.length - 1).putInt(targets.length);
    levels.write(head);
    for (int first : firstColumns) {
      head.putInt(first);
    }
    new Columns(targets, biases).write(head);
    head.asIntBuffer().put(starts);
    WeightFile.write(file, head.rewind(), packed);
  }
}
