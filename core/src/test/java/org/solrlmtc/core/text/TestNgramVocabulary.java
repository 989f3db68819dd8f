package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleException;

class TestNgramVocabulary {
  @TempDir Path folder;

  private static NgramVocabulary of(long... names) {
    int[] acts = new int[names.length];
    Arrays.setAll(acts, i -> 100 - i % 100);
    return NgramVocabulary.of(names, acts, 100);
  }

  @Test
  void everyNameIsFoundAndNoOther() {
    long[] names = new Random(1).longs(10_000, 0, Ngrams.HASH_RANGE).distinct().toArray();
    names[0] = 0;
    names[1] = Ngrams.HASH_RANGE - 1;
    NgramVocabulary vocabulary = of(names);
    for (int feature = 0; feature < names.length; feature++) {
      assertEquals(feature, vocabulary.feature(names[feature]));
    }
    long[] others = new Random(2).longs(1000, 0, Ngrams.HASH_RANGE).toArray();
    for (long other : others) {
      assertEquals(NgramVocabulary.UNKNOWN, vocabulary.feature(other));
    }
  }

  @Test
  void rareFeaturesWeighMore() {
    NgramVocabulary vocabulary = NgramVocabulary.of(new long[] {5, 7}, new int[] {99, 9}, 99);
    assertEquals(1, vocabulary.idf(0), 1e-3);
    assertEquals(1 + Math.log(10), vocabulary.idf(1), 1e-3);
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    NgramVocabulary vocabulary = of(3, 1, 4, 15, Ngrams.HASH_RANGE - 1);
    Path file = folder.resolve("vocabulary.bin");
    vocabulary.write(file);
    assertEquals(vocabulary, NgramVocabulary.read(file));
    assertEquals(12 + 5 * 8, Files.size(file));
  }

  @Test
  void anEmptyVocabularyHasNoFeature() {
    assertEquals(NgramVocabulary.UNKNOWN, of().feature(1));
  }

  @Test
  void aDamagedFileIsRefusedByName() throws IOException {
    Path file = folder.resolve("vocabulary.bin");
    of(3, 1, 4).write(file);
    byte[] good = Files.readAllBytes(file);
    for (int length = 0; length < good.length; length++) {
      refused(Arrays.copyOf(good, length));
    }
    byte[] otherMagic = good.clone();
    otherMagic[3]++;
    refused(otherMagic);
    byte[] twice = good.clone();
    System.arraycopy(good, 12, twice, 18, 6);
    refused(twice);
    byte[] negative = good.clone();
    negative[8] = -1;
    refused(negative);
  }

  @Test
  void aFileThatWouldFillTheJavaHeapIsRefusedBeforeItIsRead() throws IOException {
    Path file = folder.resolve("vocabulary.bin");
    of(3, 1, 4).write(file);
    try (RandomAccessFile big = new RandomAccessFile(file.toFile(), "rw")) {
      big.setLength(Runtime.getRuntime().maxMemory() / 9);
    }
    BundleException e = assertThrows(BundleException.class, () -> NgramVocabulary.read(file));
    assertTrue(
        e.getMessage().contains("vocabulary.bin is too large for the Java heap"), e::getMessage);
  }

  private void refused(byte[] content) throws IOException {
    Path file = folder.resolve("vocabulary.bin");
    Files.write(file, content);
    BundleException e = assertThrows(BundleException.class, () -> NgramVocabulary.read(file));
    assertTrue(e.getMessage().contains("vocabulary.bin"), e.getMessage());
  }
}
