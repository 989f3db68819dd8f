package org.solrlmtc.core.ranking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;

class TestTreeEnsemble {
  private static final float ALWAYS = Float.POSITIVE_INFINITY;

  /** Magic, three numbers and the base. */
  private static final int HEADER = 8 + 12 + 4;

  /** Two names of one letter. */
  private static final int FIRST_TREE = HEADER + 2 * 3;

  /** Trees of depth 2: the second has a leaf on its first level. */
  private static final TreeEnsemble TREES =
      new TreeEnsemble(
          List.of("a", "b"),
          2,
          0.5f,
          new short[] {0, 1, 1, 1, 0, 0},
          new float[] {10, 1, 2, 5, ALWAYS, 3},
          new float[] {1, 2, 3, 4, 100, 100, 200, 300});

  @TempDir Path folder;

  @Test
  void aRowAddsUpTheLeavesThatItsValuesLeadTo() {
    float[] rows = {9, 0, 9, 1, 10, 1, 10, 5, 2, 6};
    assertArrayEquals(
        new float[] {
          0.5f + 1 + 100, 0.5f + 2 + 100, 0.5f + 3 + 100, 0.5f + 4 + 300, 0.5f + 2 + 200
        },
        TREES.margins(rows, 5));
    assertArrayEquals(new float[0], TREES.margins(new float[0], 0));
  }

  /** Rows of unusual numbers, in numbers that do and do not fill the blocks of rows. */
  @Test
  void everyRowGoesWhereComparisonsLeadIt() {
    Random random = new Random(5);
    float[] numbers = {
      -0f,
      0f,
      1f,
      -1f,
      0.5f,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      Float.MIN_VALUE,
      -Float.MIN_VALUE,
      Float.MAX_VALUE,
      -Float.MAX_VALUE
    };
    int depth = 3;
    int trees = 5;
    short[] splits = new short[trees * 7];
    float[] thresholds = new float[splits.length];
    float[] leaves = new float[trees * 8];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = (short) random.nextInt(3);
      do {
        thresholds[i] = numbers[random.nextInt(numbers.length)];
      } while (Float.isNaN(thresholds[i]));
    }
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = random.nextFloat();
    }
    TreeEnsemble ensemble =
        new TreeEnsemble(List.of("a", "b", "c"), depth, 0.25f, splits, thresholds, leaves);
    for (int count = 0; count < 40; count++) {
      float[] rows = new float[count * 3];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = numbers[random.nextInt(numbers.length)];
      }
      float[] expected = new float[count];
      for (int row = 0; row < count; row++) {
        expected[row] = 0.25f;
        for (int tree = 0; tree < trees; tree++) {
          int node = 0;
          for (int level = 0; level < depth; level++) {
            int at = tree * 7 + node;
            node = 2 * node + (rows[row * 3 + splits[at]] < thresholds[at] ? 1 : 2);
          }
          expected[row] += leaves[tree * 8 + node - 7];
        }
      }
      assertArrayEquals(expected, ensemble.margins(rows, count));
    }
  }

  @Test
  void aFileHasTheSameTrees() throws IOException {
    TreeEnsemble read = TreeEnsemble.read(written());
    float[] rows = {9, 0, 11, 7};
    assertArrayEquals(TREES.margins(rows, 2), read.margins(rows, 2));
    assertEquals(TREES.features(), read.features());
    assertEquals(2, read.size());
  }

  private Path written() throws IOException {
    Path file = folder.resolve("trees.bin");
    TREES.write(file);
    return file;
  }

  @Test
  void everyTruncatedFileIsRefusedByName() throws IOException {
    byte[] bytes = Files.readAllBytes(written());
    for (int length = 0; length < bytes.length; length++) {
      refused(Arrays.copyOf(bytes, length), "");
    }
    refused(Arrays.copyOf(bytes, bytes.length + 1), "is cut short or damaged");
  }

  @Test
  void wrongNumbersAreRefusedByName() throws IOException {
    byte[] bytes = Files.readAllBytes(written());
    refused(ByteBuffer.wrap(bytes.clone()).putLong(0, 1).array(), "has no trees");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(8, 0).array(), "with 0 features");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(12, -1).array(), "-1 trees");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(12, 1 << 30).array(), "trees");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(16, 31).array(), "depth 31");
    refused(ByteBuffer.wrap(bytes.clone()).putFloat(20, Float.NaN).array(), "base margin must be");
    refused(
        ByteBuffer.wrap(bytes.clone()).putShort(FIRST_TREE, (short) 2).array(),
        "splits by feature number 2 of 2");
    refused(
        ByteBuffer.wrap(bytes.clone()).putShort(FIRST_TREE, (short) -1).array(),
        "splits by feature number -1 of 2");
    refused(
        ByteBuffer.wrap(bytes.clone()).putFloat(FIRST_TREE + 6, Float.NaN).array(),
        "threshold of a tree is not a number");
    refused(
        ByteBuffer.wrap(bytes.clone()).putFloat(FIRST_TREE + 18, Float.NaN).array(),
        "value of a leaf must be finite, not NaN");
  }

  private void refused(byte[] bytes, String reason) throws IOException {
    Path file = folder.resolve("damaged.bin");
    Files.write(file, bytes);
    BundleException e = assertThrows(BundleException.class, () -> TreeEnsemble.read(file));
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertTrue(e.getMessage().endsWith("copy the bundle again"), e.getMessage());
  }
}
