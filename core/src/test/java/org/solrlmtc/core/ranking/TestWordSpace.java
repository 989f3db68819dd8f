package org.solrlmtc.core.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestWordSpace {
  private static final WordSpace SPACE =
      new WordSpace(
          List.of("fish", "trout", "épée"), new float[][] {{3, 0}, {0.4f, 0.3f}, {0, -2}});

  @TempDir Path folder;

  private Path written() throws IOException {
    Path file = folder.resolve("words.bin");
    SPACE.write(file);
    return file;
  }

  private static int find(WordSpace space, String word) {
    return space.find((word + "?").toCharArray(), word.length());
  }

  @Test
  void aFileHasTheSameWordsAndNearlyTheSameVectors() throws IOException {
    WordSpace read = WordSpace.read(written());
    assertEquals(0.8f, SPACE.similarity(0, 1), 1e-6f);
    for (String word : List.of("fish", "trout", "épée")) {
      assertEquals(find(SPACE, word), find(read, word));
      for (int other = 0; other < 3; other++) {
        assertEquals(
            SPACE.similarity(find(SPACE, word), other),
            read.similarity(find(read, word), other),
            0.01f);
      }
    }
    assertTrue(find(read, "whale") < 0);
    assertFalse(read.isEmpty());
    WordSpace.EMPTY.write(folder.resolve("empty.bin"));
    assertTrue(WordSpace.read(folder.resolve("empty.bin")).isEmpty());
  }

  @Test
  void damagedFilesAreRefusedByName() throws IOException {
    byte[] bytes = Files.readAllBytes(written());
    for (int length = 0; length < bytes.length; length++) {
      refused(Arrays.copyOf(bytes, length), "");
    }
    refused(Arrays.copyOf(bytes, bytes.length + 1), "1 bytes too many");
    refused(ByteBuffer.wrap(bytes.clone()).putLong(0, 7).array(), "has no vectors");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(8, -1).array(), "words: -1");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(8, 900_000).array(), "words: 900000");
    refused(ByteBuffer.wrap(bytes.clone()).putInt(12, 1 << 30).array(), "dimension");
    byte[] twice = bytes.clone();
    // the vector of 'fish' is before the length of 'trout'
    System.arraycopy("fishy".getBytes(StandardCharsets.UTF_8), 0, twice, 26, 5);
    twice[17] = 5;
    refused(twice, "is");
  }

  private void refused(byte[] bytes, String reason) throws IOException {
    Path file = folder.resolve("damaged.bin");
    Files.write(file, bytes);
    BundleException e = assertThrows(BundleException.class, () -> WordSpace.read(file));
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void namesAreSimilarToHeadersWithSimilarWords() {
    Thesaurus thesaurus =
        TinyThesaurus.of(
            TinyThesaurus.concept("1", "trout"),
            TinyThesaurus.concept("2", "fish"),
            TinyThesaurus.concept("3", "épée"),
            TinyThesaurus.concept("4", "whale"));
    LabelSet labels = new LabelSet(List.of("1", "2", "3", "4"), new int[4]);
    LabelNames names = new LabelNames(labels, thesaurus, SPACE);
    LegalAct act = new LegalAct("a", "", "", "imports of fish", "", List.of("trout"), "");
    float[] known = new float[names.words()];
    Arrays.fill(known, Float.NaN);
    ActFacts facts = names.facts(act);
    assertEquals(0.8f, names.descriptorSimilarity(0, facts, known), 1e-6f);
    assertEquals(1, names.bestSimilarity(1, facts, known), 1e-6f);
    assertEquals(0, names.bestSimilarity(2, facts, known), 1e-6f);
    assertEquals(0, names.bestSimilarity(3, facts, known), 1e-6f);
  }
}
