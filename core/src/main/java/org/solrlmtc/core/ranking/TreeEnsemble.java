package org.solrlmtc.core.ranking;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.HeapLimit;

/**
 * Gradient-boosted trees. Every tree is complete: the children of node i are the nodes 2i + 1 and
 * 2i + 2, so that there is no pointer that could lead astray, and a row passes a tree without
 * branches. A row goes to the first child if its feature is below the threshold.
 *
 * <p>Stored as {@code LMTCTRE1}, the number of features, of trees and their depth, the base margin,
 * the names of the features, and then for each tree the features of its inner nodes (two bytes
 * each), their thresholds, and the values of its leaves. Immutable and thread-safe.
 */
public final class TreeEnsemble {
  /** A complete tree of this depth has a thousand leaves. */
  public static final int MAX_DEPTH = 10;

  private static final long MAGIC = 0x4C4D544354524531L; // LMTCTRE1

  /** Rows that pass a tree at once. */
  private static final int ROWS = 4;

  private static final int MAX_FEATURES = 10_000;
  private static final int MAX_TREES = 100_000;

  /** The file's bytes, then arrays of about the same size. */
  private static final int HEAP_FACTOR = 4;

  private final List<String> features;
  private final int depth;
  private final float base;

  /** The features of the inner nodes of all trees. */
  private final short[] splits;

  private final float[] thresholds;
  private final float[] leaves;

  /**
   * The inner nodes of all trees: the feature in the upper half, the key of the threshold below.
   */
  private final long[] nodes;

  /**
   * @param features names of the features, in the order of a row
   * @param base the margin that the trees add to
   * @param splits per tree, the features of its 2^depth - 1 inner nodes
   * @param thresholds their thresholds
   * @param leaves per tree, the values of its 2^depth leaves
   * @throws IllegalArgumentException if a length does not fit, a split is no feature, or a number
   *     is not finite
   */
  public TreeEnsemble(
      List<String> features,
      int depth,
      float base,
      short[] splits,
      float[] thresholds,
      float[] leaves) {
    this.features = List.copyOf(features);
    this.depth = depth;
    this.base = base;
    this.splits = splits;
    this.thresholds = thresholds;
    this.leaves = leaves;
    if (depth < 1 || depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "trees must have a depth between 1 and " + MAX_DEPTH + ", not " + depth);
    }
    int trees = leaves.length >> depth;
    int inner = (1 << depth) - 1;
    if (leaves.length != trees << depth
        || splits.length != trees * inner
        || thresholds.length != splits.length) {
      throw new IllegalArgumentException(
          leaves.length
              + " leaves, "
              + splits.length
              + " splits and "
              + thresholds.length
              + " thresholds are no complete trees of depth "
              + depth);
    }
    for (int node = 0; node < splits.length; node++) {
      if (splits[node] < 0 || splits[node] >= features.size()) {
        throw new IllegalArgumentException(
            "a tree splits by feature number " + splits[node] + " of " + features.size());
      }
      if (Float.isNaN(thresholds[node])) {
        throw new IllegalArgumentException("the threshold of a tree is not a number");
      }
    }
    for (float leaf : leaves) {
      if (!Float.isFinite(leaf)) {
        throw new IllegalArgumentException("the value of a leaf must be finite, not " + leaf);
      }
    }
    if (!Float.isFinite(base)) {
      throw new IllegalArgumentException("the base margin must be finite, not " + base);
    }
    nodes = new long[splits.length];
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = (long) splits[node] << 32 | key(thresholds[node]) & 0xFFFFFFFFL;
    }
  }

  /** Names of the features, in the order of a row. */
  public List<String> features() {
    return features;
  }

  /** The number of trees. */
  public int size() {
    return leaves.length >> depth;
  }

  /**
   * The margins of rows.
   *
   * @param rows the features of all rows, one row after the other
   */
  public float[] margins(float[] rows, int count) {
    int width = features.size();
    int[] keys = new int[count * width];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(rows[i]);
    }
    float[] margins = new float[count];
    Arrays.fill(margins, base);
    int inner = (1 << depth) - 1;
    int trees = size();
    // tree by tree, so that the nodes of a tree stay in the CPU's caches
    for (int tree = 0; tree < trees; tree++) {
      int first = tree * inner;
      // the leaves follow the inner nodes
      int firstLeaf = (tree << depth) - inner;
      int row = 0;
      // several rows at once: the steps of one do not wait for those of another
      for (; row + ROWS <= count; row += ROWS) {
        int from0 = row * width;
        int from1 = from0 + width;
        int from2 = from1 + width;
        int from3 = from2 + width;
        int node0 = 0;
        int node1 = 0;
        int node2 = 0;
        int node3 = 0;
        for (int level = 0; level < depth; level++) {
          node0 = child(node0, nodes[first + node0], keys, from0);
          node1 = child(node1, nodes[first + node1], keys, from1);
          node2 = child(node2, nodes[first + node2], keys, from2);
          node3 = child(node3, nodes[first + node3], keys, from3);
        }
        margins[row] += leaves[firstLeaf + node0];
        margins[row + 1] += leaves[firstLeaf + node1];
        margins[row + 2] += leaves[firstLeaf + node2];
        margins[row + 3] += leaves[firstLeaf + node3];
      }
      for (; row < count; row++) {
        int node = 0;
        for (int level = 0; level < depth; level++) {
          node = child(node, nodes[first + node], keys, row * width);
        }
        margins[row] += leaves[firstLeaf + node];
      }
    }
    return margins;
  }

  /**
   * The child that a row goes to: computed, because the CPU would guess a branch wrong too often.
   */
  private static int child(int node, long split, int[] keys, int from) {
    long below = (long) keys[from + (int) (split >>> 32)] - (int) split >>> 63;
    return 2 * node + 2 - (int) below;
  }

  /**
   * A number as an integer with the same order; NaN is above all others, so that it is below no
   * threshold.
   */
  private static int key(float number) {
    // adding 0 makes both zeros the same
    int bits = Float.floatToIntBits(number + 0f);
    return bits ^ bits >> 31 & Integer.MAX_VALUE;
  }

  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeInt(features.size());
      out.writeInt(size());
      out.writeInt(depth);
      out.writeFloat(base);
      for (String feature : features) {
        byte[] name = feature.getBytes(StandardCharsets.UTF_8);
        out.writeShort(name.length);
        out.write(name);
      }
      int inner = (1 << depth) - 1;
      for (int tree = 0; tree < size(); tree++) {
        for (int i = 0; i < inner; i++) {
          out.writeShort(splits[tree * inner + i]);
        }
        for (int i = 0; i < inner; i++) {
          out.writeFloat(thresholds[tree * inner + i]);
        }
        for (int i = 0; i <= inner; i++) {
          out.writeFloat(leaves[(tree << depth) + i]);
        }
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static TreeEnsemble read(Path file) {
    try {
      HeapLimit.check(file, Files.size(file), HEAP_FACTOR);
      ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
      if (in.getLong() != MAGIC) {
        throw new BundleException(file + " has no trees: copy the bundle again");
      }
      int featureCount = in.getInt();
      int trees = in.getInt();
      int depth = in.getInt();
      if (featureCount < 1
          || featureCount > MAX_FEATURES
          || trees < 1
          || trees > MAX_TREES
          || depth < 1
          || depth > MAX_DEPTH) {
        throw new BundleException(
            file
                + " is damaged: "
                + trees
                + " trees of depth "
                + depth
                + " with "
                + featureCount
                + " features; copy the bundle again");
      }
      float base = in.getFloat();
      List<String> features = new ArrayList<>();
      for (int feature = 0; feature < featureCount; feature++) {
        byte[] name = new byte[in.getChar()];
        in.get(name);
        features.add(new String(name, StandardCharsets.UTF_8));
      }
      int inner = (1 << depth) - 1;
      long expected = (long) trees * (inner * 6L + (inner + 1) * 4L);
      if (in.remaining() != expected) {
        throw new BundleException(
            file
                + " is cut short or damaged: "
                + in.remaining()
                + " bytes of trees, expected "
                + expected
                + "; copy the bundle again");
      }
      short[] splits = new short[trees * inner];
      float[] thresholds = new float[trees * inner];
      float[] leaves = new float[trees << depth];
      for (int tree = 0; tree < trees; tree++) {
        for (int i = 0; i < inner; i++) {
          splits[tree * inner + i] = in.getShort();
        }
        for (int i = 0; i < inner; i++) {
          thresholds[tree * inner + i] = in.getFloat();
        }
        for (int i = 0; i <= inner; i++) {
          leaves[(tree << depth) + i] = in.getFloat();
        }
      }
      return new TreeEnsemble(features, depth, base, splits, thresholds, leaves);
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
