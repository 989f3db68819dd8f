package org.solrlmtc.core.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;

class TestTreeLevel {
  private static final int FEATURES = 5;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("level-0.bin");
  }

  /** Weights by column and feature, many of them 0. */
  private static float[][] random(int columns) {
    Random random = new Random(7);
    float[][] weights = new float[columns][FEATURES];
    for (float[] column : weights) {
      for (int feature = 0; feature < FEATURES; feature++) {
        if (random.nextInt(3) == 0) {
          column[feature] = random.nextBoolean() ? 1 : -0.25f;
        }
      }
    }
    return weights;
  }

  private TreeLevel write(int[] firstColumns, float[][] weights) throws IOException {
    int[] targets = new int[weights.length];
    float[] biases = new float[weights.length];
    Arrays.setAll(targets, column -> 3 * column);
    Arrays.fill(biases, -1);
    TreeLevel.write(file, FEATURES, firstColumns, targets, biases, DenseWeights.entries(weights));
    return TreeLevel.open(file);
  }

  @Test
  void onlyTheNodesAskedForAreAddedUp() throws IOException {
    int[] firstColumns = new int[301];
    Arrays.setAll(firstColumns, node -> 2 * node);
    float[][] weights = random(600);
    TreeLevel level = write(firstColumns, weights);
    assertEquals(300, level.nodes());
    assertEquals(3 * 401, level.target(401));
    assertEquals(-1, level.bias(7));
    int[] places = new int[300];
    Arrays.fill(places, -1);
    places[2] = 4;
    places[270] = 0;
    for (int feature = 0; feature < FEATURES; feature++) {
      float[] sums = new float[8];
      level.add(feature, 2, places, sums);
      float[] expected = {
        weights[540][feature],
        weights[541][feature],
        0,
        0,
        weights[4][feature],
        weights[5][feature],
        0,
        0
      };
      for (int i = 0; i < sums.length; i++) {
        assertEquals(2 * expected[i], sums[i], 1e-3);
      }
    }
  }

  @Test
  void aNodeMayHaveAsManyColumnsAsAByteCanName() throws IOException {
    float[][] weights = new float[TreeLevel.MAX_COLUMNS_OF_NODE][FEATURES];
    for (float[] column : weights) {
      column[1] = 2;
    }
    TreeLevel level = write(new int[] {0, weights.length}, weights);
    float[] sums = new float[weights.length];
    level.add(1, 0.5f, new int[] {0}, sums);
    for (float sum : sums) {
      assertEquals(1, sum, 1e-6);
    }
  }

  @Test
  void aFileCutShortAnywhereIsRefusedByName() throws IOException {
    write(new int[] {0, 2, 5, 9}, random(9));
    byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      refused();
    }
    Files.write(file, Arrays.copyOf(good, good.length + 1));
    refused();
  }

  private void refused() {
    BundleException e = assertThrows(BundleException.class, () -> TreeLevel.open(file));
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }

  @Test
  void noChangedByteLeadsOutsideTheModel() throws IOException {
    write(new int[] {0, 2, 5, 9}, random(9));
    byte[] good = Files.readAllBytes(file);
    int refusals = 0;
    for (int at = 0; at < good.length; at++) {
      for (int change : new int[] {0x85, 0x01, 0x80}) {
        byte[] changed = good.clone();
        changed[at] ^= (byte) change;
        Path damaged = folder.resolve("damaged-" + at + "-" + change + ".bin");
        Files.write(damaged, changed);
        try {
          addAll(TreeLevel.open(damaged));
        } catch (BundleException e) {
          assertTrue(e.getMessage().contains(damaged.toString()), e.getMessage());
          refusals++;
        }
      }
    }
    assertTrue(refusals > 100, "only " + refusals + " changes were noticed");
  }

  private static void addAll(TreeLevel level) {
    int[] places = new int[level.nodes()];
    Arrays.setAll(places, level::firstColumn);
    for (int feature = 0; feature < level.features(); feature++) {
      level.add(feature, 1, places, new float[level.columns()]);
    }
  }
}
