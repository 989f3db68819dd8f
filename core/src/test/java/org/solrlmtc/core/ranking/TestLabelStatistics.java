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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;

class TestLabelStatistics {
  /** Ten acts, six of them decisions; label 0 has four acts and label 1 two, always together. */
  private static final LabelStatistics STATISTICS =
      new LabelStatistics(
          10,
          List.of("Decision", "Règlement"),
          new int[] {6, 4},
          new int[] {4, 2, 0},
          new int[][] {{4, 0}, {2, 0}, {0, 0}},
          new int[][] {{1}, {0}, {}},
          new float[][] {{0.4f}, {0.8f}, {}});

  @TempDir Path folder;

  private Path written() throws IOException {
    Path file = folder.resolve("statistics.bin");
    STATISTICS.write(file);
    return file;
  }

  @Test
  void aFileHasTheSameNumbers() throws IOException {
    LabelStatistics read = LabelStatistics.read(written(), 3);
    assertEquals(4, read.trainingActs(0));
    assertArrayEquals(new int[] {1}, read.partners(0));
    assertEquals(0.4f, read.probabilities(0)[0], 1e-4f);
    assertEquals(1, read.type("Règlement"));
    assertEquals(-1, read.type("Opinion"));
    for (int label = 0; label < 3; label++) {
      for (int type = -1; type < 2; type++) {
        assertEquals(
            STATISTICS.logProbability(label, type), read.logProbability(label, type), 1e-9);
      }
    }
  }

  @Test
  void aTypeRaisesTheProbabilityOfItsLabels() {
    assertTrue(STATISTICS.logProbability(0, 0) > STATISTICS.logProbability(0));
    assertTrue(STATISTICS.logProbability(0, 1) < STATISTICS.logProbability(0));
    assertEquals(STATISTICS.logProbability(0), STATISTICS.logProbability(0, -1));
    assertTrue(Double.isFinite(STATISTICS.logProbability(2, 1)));
  }

  @Test
  void damagedFilesAreRefusedByName() throws IOException {
    byte[] bytes = Files.readAllBytes(written());
    for (int length = 0; length < bytes.length; length++) {
      refused(Arrays.copyOf(bytes, length), 3, "is cut short");
    }
    refused(Arrays.copyOf(bytes, bytes.length + 1), 3, "1 bytes too many");
    refused(bytes, 4, "labels: 3 is not between 4 and 4");
    refused(ByteBuffer.wrap(bytes.clone()).putLong(0, 7).array(), 3, "has no statistics");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(12, -1).array(), 3, "acts: -1");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(16, 1 << 30).array(), 3, "types: 1073741824");
    // the last label has no partners: before its count is its number of acts of two types
    refused(
        ByteBuffer.wrap(bytes.clone()).putInt(bytes.length - 14, 11).array(),
        3,
        "acts of a label: 11 is not between 0 and 10");
  }

  private void refused(byte[] bytes, int labels, String reason) throws IOException {
    Path file = folder.resolve("damaged.bin");
    Files.write(file, bytes);
    BundleException e =
        assertThrows(BundleException.class, () -> LabelStatistics.read(file, labels));
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }
}
