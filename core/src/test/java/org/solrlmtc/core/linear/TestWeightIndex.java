package org.solrlmtc.core.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;

class TestWeightIndex {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("weights.bin");
  }

  /** Weights by column and feature, most of them 0. */
  private static float[][] random(int columns, int features) {
    Random random = new Random(7);
    float[][] weights = new float[columns][features];
    for (float[] column : weights) {
      for (int feature = 0; feature < features; feature++) {
        if (random.nextInt(20) == 0) {
          float size = (float) (0.03 * Math.pow(200, random.nextDouble()));
          column[feature] = random.nextBoolean() ? size : -size;
        }
      }
    }
    return weights;
  }

  private WeightIndex write(float[][] weights, int features) throws IOException {
    int[] labels = new int[weights.length];
    float[] biases = new float[weights.length];
    for (int column = 0; column < weights.length; column++) {
      labels[column] = 2 * column;
      biases[column] = -column;
    }
    WeightIndex.write(file, features, labels, biases, DenseWeights.entries(weights));
    return WeightIndex.open(file);
  }

  @Test
  void everyWeightComesBackWithinTheRelativeErrorOfItsLevel() throws IOException {
    float[][] weights = random(700, 50);
    WeightIndex index = write(weights, 50);
    assertEquals(50, index.features());
    assertEquals(700, index.columns());
    assertEquals(2 * 17, index.label(17));
    double half = Math.pow(200, 0.5 / 126) - 1;
    float[] sums = new float[700];
    byte[] buffer = index.newBuffer();
    for (int feature = 0; feature < 50; feature++) {
      Arrays.fill(sums, 0);
      index.add(feature, 1, sums, buffer);
      for (int column = 0; column < 700; column++) {
        float expected = weights[column][feature];
        assertEquals(expected, sums[column], Math.abs(expected) * (half + 1e-4));
      }
    }
  }

  @Test
  void sumsBeginWithTheBiases() throws IOException {
    WeightIndex index = write(random(10, 5), 5);
    float[] sums = new float[10];
    index.begin(sums);
    assertEquals(-3, sums[3]);
  }

  @Test
  void columnsFarApartAreFound() throws IOException {
    float[][] weights = new float[40_000][1];
    weights[0][0] = 1;
    weights[127][0] = 2;
    weights[300][0] = 4;
    weights[39_999][0] = -8;
    WeightIndex index = write(weights, 1);
    float[] sums = new float[40_000];
    index.add(0, 0.5f, sums, index.newBuffer());
    assertEquals(0.5, sums[0], 0.01);
    assertEquals(1, sums[127], 0.02);
    assertEquals(2, sums[300], 0.04);
    assertEquals(-4, sums[39_999], 0.08);
  }

  @Test
  void aModelWithoutWeightsIsStillAModel() throws IOException {
    WeightIndex index = write(new float[3][2], 2);
    assertEquals(3, index.columns());
    float[] sums = new float[3];
    index.add(1, 1, sums, index.newBuffer());
    assertArrayEquals(new float[3], sums);
  }

  @Test
  void weightsThatAreNoNumbersAreNotWritten() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> write(new float[][] {{0, Float.POSITIVE_INFINITY}}, 2));
    assertTrue(e.getMessage().contains("feature 1 in column 0"), e.getMessage());
  }

  @Test
  void aFileCutShortAnywhereIsRefusedByName() throws IOException {
    write(random(9, 4), 4);
    byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      refused();
    }
    Files.write(file, Arrays.copyOf(good, good.length + 1));
    refused();
  }

  @Test
  void noChangedByteLeadsOutsideTheModel() throws IOException {
    write(random(9, 4), 4);
    byte[] good = Files.readAllBytes(file);
    int refusals = 0;
    for (int at = 0; at < good.length; at++) {
      byte[] changed = good.clone();
      changed[at] ^= (byte) 0x85;
      Path damaged = folder.resolve("damaged-" + at + ".bin");
      Files.write(damaged, changed);
      try {
        WeightIndex index = WeightIndex.open(damaged);
        for (int feature = 0; feature < index.features(); feature++) {
          index.add(feature, 1, new float[index.columns()], index.newBuffer());
        }
      } catch (BundleException e) {
        assertTrue(e.getMessage().contains(damaged.toString()), e.getMessage());
        refusals++;
      }
    }
    assertTrue(refusals > 16, "only " + refusals + " changes were noticed");
  }

  @Test
  void weightsThatDoNotFitIntoTheJavaHeapAreNotRead() throws Exception {
    write(random(9, 4), 4);
    int features = 8 << 20;
    try (RandomAccessFile big = new RandomAccessFile(file.toFile(), "rw")) {
      big.seek(Long.BYTES);
      big.writeInt(features);
      big.setLength(big.length() + (long) features * Integer.BYTES);
    }
    Process small =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(small.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, small.waitFor(), output);
    assertTrue(output.contains(" MB is too small for " + features + " features"), output);
    assertTrue(output.contains("--heap"), output);
    assertFalse(output.contains("damaged"), output);
  }

  /** A process that prints why it cannot open a file. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] args) {
      BundleException e =
          assertThrows(BundleException.class, () -> WeightIndex.open(Path.of(args[0])));
      System.out.println(e.getMessage());
    }
  }

  private void refused() {
    BundleException e = assertThrows(BundleException.class, () -> WeightIndex.open(file));
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }
}
