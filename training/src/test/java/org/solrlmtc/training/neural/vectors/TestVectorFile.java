package org.solrlmtc.training.neural.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.training.execution.TrainingException;
import org.solrlmtc.training.neural.tensor.Matrix;

class TestVectorFile {
  private static final Charset UTF8 = StandardCharsets.UTF_8;
  private static final WordVectors VECTORS =
      new WordVectors(
          List.of("the", "café", "DDDD"),
          new Matrix(3, 2, new float[] {0.5f, -1.25e-7f, 3, 4, -0f, Float.MAX_VALUE}));

  @TempDir private Path folder;

  @Test
  void whatWasWrittenIsRead() throws IOException {
    Path binary = folder.resolve("new").resolve("vectors.bin");
    VectorFile.writeBinary(VECTORS, binary);
    assertSame(VECTORS, VectorFile.read(binary));
    Path text = folder.resolve("vectors.txt");
    VectorFile.writeText(VECTORS, text);
    assertTrue(Files.readString(text).startsWith("3 2\nthe 0.5 -1.25E-7\n"));
    assertSame(VECTORS, VectorFile.read(text));
    VectorFile.writeText(VECTORS, text);
    assertSame(VECTORS, VectorFile.read(text));
  }

  @Test
  void gzippedFilesAreRead() throws IOException {
    Path binary = folder.resolve("vectors.bin");
    VectorFile.writeBinary(VECTORS, binary);
    assertSame(VECTORS, VectorFile.read(gzip(Files.readAllBytes(binary))));
    assertEquals(List.of("a", "b"), VectorFile.read(gzip("a 1 2\nb 3 4\n".getBytes(UTF8))).words());
  }

  @Test
  void binaryFilesMayOmitTheLineFeeds() throws IOException {
    byte[] bytes = "2 1\na ????b ????".getBytes(UTF8);
    Arrays.fill(bytes, 6, 10, (byte) 0);
    Arrays.fill(bytes, 12, 16, (byte) 0);
    WordVectors vectors = VectorFile.read(file(bytes));
    assertEquals(List.of("a", "b"), vectors.words());
    assertArrayEquals(new float[] {0}, vectors.vector(1));
  }

  @Test
  void gloveWordsMayContainSpaces() throws IOException {
    WordVectors vectors = VectorFile.read(file("the 1 2\n. . 3 4\nat x@y.com  5 6 \r\n"));
    assertEquals(List.of("the", ". .", "at x@y.com"), vectors.words());
    assertArrayEquals(new float[] {5, 6}, vectors.vector(2));
  }

  @Test
  void onlyWantedWordsAreKept() throws IOException {
    Path file = file("the 1 2\nof x y\nof 3 4\nto 5 6\n");
    WordVectors vectors = VectorFile.read(file, Set.of("to", "the", "missing")::contains);
    assertEquals(List.of("the", "to"), vectors.words());
    assertArrayEquals(new float[] {5, 6}, vectors.vector(1));
    assertRefused(file, Set.of("missing"), "has none of the wanted words");
  }

  @Test
  void theLastTwoValuesOfWinkJsonAreDropped() throws IOException {
    String json =
        "{\"precision\":8,\"l2NormIndex\":2,\"size\":2,\"dimensions\":2,\"words\":[\"the\",\"of\"],"
            + "\"vectors\":{\"the\":[1,2.5,3,0],\"of\":[4,5,6,1]},\"unkVector\":[0,0,0,-1]}";
    WordVectors vectors = VectorFile.read(file(json));
    assertEquals(List.of("the", "of"), vectors.words());
    assertArrayEquals(new float[] {1, 2.5f, 4, 5}, vectors.matrix().values());
    assertEquals(List.of("of"), VectorFile.read(file(json), "of"::equals).words());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the 1 2\\nof 3\\n                |:2: 1 numbers instead of 2",
        "the 1 2\\nof 3 4 5\\n            |:2: 3 numbers instead of 2",
        "the 1 2\\n\\nof 3 4\\n           |:2: 0 numbers instead of 2",
        "the 1 2\\nof 3 NaN\\n            |:2: the vector of 'of' has the value NaN",
        "the 1 2\\nof 3 1e99\\n           |:2: the vector of 'of' has the value Infinity",
        "the 1 2\\nof 3 x4\\n             |:2: 'x4' is no number",
        "the 1 2\\nof 3 4\\nthe 5 6\\n    |:3: the word 'the' occurs twice",
        "the\\n                           |:1: a word and its vector are expected",
        "3 2\\nthe 1 2\\nof 3 4\\n        |:3: the file ends after 2 of the 3 words of the header",
        "1 2\\nthe 1 2\\nof 3 4\\n        |:3: the file ends after 2 of the 1 words of the header",
        "2 2\\nthe 1 2\\nof 3 4 5\\n      |:3: 3 numbers instead of 2",
        "0 2\\n                           |:1: the header '0 2' declares no vectors",
        "{'dimensions':2,'vectors':{'a':[1]}}   |, byte 34: the vector of 'a' has 1 of 2 numbers",
        "{'dimensions':1,'vectors':{'a':['x']}} |, byte 33: the vector of 'a' has values that are"
            + " not",
        "{'dimensions':1,'vectors':{'a':[1],'a':[2]}} |, byte 42: the word 'a' occurs twice",
        "{'dimensions':1,'vectors':{'a':[1e99]}} |, byte 37: the vector of 'a' has the value"
            + " Infinity",
        "{'dimensions':1,'vectors':{'a':[1     |, byte 33: Unexpected end-of-input",
        "{'vectors':{'a':[1]}}                 |, byte 12: a number 'dimensions' must come before",
        "{'dimensions':1}                      |, byte 16: there is no object 'vectors'",
      })
  void damageIsReportedWithItsPosition(String content, String message) throws IOException {
    String text = content.strip().replace("\\n", "\n").replace('\'', '"');
    assertRefused(file(text), message);
  }

  @Test
  void damagedBinaryFilesAreRefusedWithTheByte() throws IOException {
    Path whole = folder.resolve("vectors.bin");
    VectorFile.writeBinary(VECTORS, whole);
    byte[] bytes = Files.readAllBytes(whole);
    assertEquals(46, bytes.length);
    assertRefused(file(Arrays.copyOf(bytes, 40)), ", byte 40: the file ends in word 3 of 3");
    assertRefused(file(Arrays.copyOf(bytes, 18)), ", byte 18: the file ends in word 2 of 3");
    assertRefused(
        file(Arrays.copyOf(bytes, 50)), ", byte 47: there is more data after the 3 words");
    byte[] nan = bytes.clone();
    Arrays.fill(nan, 8, 12, (byte) 0xFF);
    assertRefused(file(nan), ", byte 16: the vector of 'the' has the value NaN");
    byte[] malformed = bytes.clone();
    malformed[17] = (byte) 0xFF;
    assertRefused(file(malformed), ", byte 23: word 2 is not UTF-8");
    byte[] endless = new byte[5000];
    Arrays.fill(endless, (byte) 1);
    System.arraycopy("9 3\n".getBytes(UTF8), 0, endless, 0, 4);
    endless[100] = ' ';
    assertRefused(file(endless), "a word has more than 1000 bytes");
  }

  @Test
  void aHeaderAloneTakesNoMemory() throws IOException {
    assertRefused(file("999999999999 99999\na \0"), ", byte 22: the file ends in word 1 of");
  }

  @Test
  void otherDamageIsNamed() throws IOException {
    assertRefused(file(""), "is empty");
    byte[] longLine = new byte[3 << 20];
    Arrays.fill(longLine, (byte) 'x');
    assertRefused(file(longLine), ":1: the line has more than 1048576 bytes");
    assertRefused(file(new byte[] {'a', (byte) 0xFF, ' ', '1', '\n'}), ":1: the word is not UTF-8");
    byte[] packed = Files.readAllBytes(gzip("the 1 2\nof 3 4\n".getBytes(UTF8)));
    assertRefused(file(Arrays.copyOf(packed, packed.length - 9)), "cannot be read to its end");
  }

  @Test
  void aWordWithABlankIsNotWritten() {
    WordVectors blank = new WordVectors(List.of("a b"), new Matrix(1, 1, new float[1]));
    Path file = folder.resolve("vectors.bin");
    assertThrows(TrainingException.class, () -> VectorFile.writeBinary(blank, file));
    assertTrue(Files.notExists(file));
  }

  private static void assertSame(WordVectors expected, WordVectors actual) {
    assertEquals(expected.words(), actual.words());
    assertEquals(expected.dimensions(), actual.dimensions());
    assertArrayEquals(expected.matrix().values(), actual.matrix().values());
  }

  private static void assertRefused(Path file, String message) {
    assertRefused(file, Set.of(), message);
  }

  /** An empty set wants all words. */
  private static void assertRefused(Path file, Set<String> wanted, String message) {
    TrainingException e =
        assertThrows(
            TrainingException.class,
            () -> VectorFile.read(file, word -> wanted.isEmpty() || wanted.contains(word)));
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private Path file(String content) throws IOException {
    return file(content.getBytes(UTF8));
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("given"), content);
  }

  private Path gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return file(packed.toByteArray());
  }
}
