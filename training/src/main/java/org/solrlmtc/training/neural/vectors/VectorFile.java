package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Predicate;
import org.solrlmtc.training.execution.TrainingException;

/**
 * Files of word vectors. Reads GloVe's text format, word2vec's text and binary formats and the JSON
 * of wink's embeddings, gzipped or not; the format is detected from the content. Writes word2vec's
 * formats.
 */
public final class VectorFile {
  private static final int MAX_HEADER_BYTES = 40;

  private VectorFile() {}

  /** Reads every vector of a file. */
  public static WordVectors read(Path file) throws IOException {
    return read(file, word -> true);
  }

  /**
   * Reads the vectors of some words. Memory depends only on these words, not on the size of the
   * file. Only these words are checked for duplicates.
   *
   * @throws TrainingException naming the file and the line or byte that is wrong
   */
  public static WordVectors read(Path file, Predicate<String> wanted) throws IOException {
    VectorCollector vectors = new VectorCollector(wanted);
    try (VectorInput input = VectorInput.open(file)) {
      readAll(input, vectors);
      try {
        return vectors.build();
      } catch (VectorCollector.Refused e) {
        throw input.damaged(e.getMessage());
      }
    }
  }

  private static void readAll(VectorInput input, VectorCollector vectors) throws IOException {
    byte[] start = input.peek();
    if (start.length == 0) {
      throw input.damaged("is empty: get the file again");
    }
    if (start[0] == '{') {
      new JsonVectors(input, vectors).read();
      return;
    }
    int lineEnd = 0;
    while (lineEnd < start.length && start[lineEnd] != '\n') {
      lineEnd++;
    }
    String line =
        new String(start, 0, Math.min(lineEnd, MAX_HEADER_BYTES), StandardCharsets.ISO_8859_1);
    if (lineEnd > MAX_HEADER_BYTES || !VectorHeader.isHeader(line)) {
      new TextVectors(input, vectors).read(Optional.empty());
      return;
    }
    VectorHeader header;
    try {
      header = VectorHeader.parse(line);
    } catch (IllegalArgumentException e) {
      throw input.damagedLine(1, e.getMessage() + ": get the file again");
    }
    input.read(new byte[Math.min(lineEnd + 1, start.length)]);
    if (isText(start, lineEnd + 1)) {
      new TextVectors(input, vectors).read(Optional.of(header));
    } else {
      new BinaryVectors(input, header, vectors).read();
    }
  }

  /** Whether numbers in text follow the first word: binary floats hardly ever look like them. */
  private static boolean isText(byte[] start, int from) {
    int at = from;
    while (at < start.length && start[at] != ' ' && start[at] != '\t') {
      at++;
    }
    for (; at < start.length && start[at] != '\n'; at++) {
      if ("0123456789+-.eEnaNifty \t\r".indexOf(start[at]) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Writes word2vec's binary format atomically. */
  public static void writeBinary(WordVectors vectors, Path file) throws IOException {
    write(vectors, file, out -> BinaryVectors.write(vectors, out));
  }

  /** Writes word2vec's text format atomically. */
  public static void writeText(WordVectors vectors, Path file) throws IOException {
    write(
        vectors,
        file,
        out -> {
          Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          TextVectors.write(vectors, text);
          text.flush();
        });
  }

  /** Writes one format. */
  @FunctionalInterface
  private interface Form {
    void write(OutputStream out) throws IOException;
  }

  private static void write(WordVectors vectors, Path file, Form form) throws IOException {
    for (String word : vectors.words()) {
      if (word.isEmpty() || word.chars().anyMatch(c -> c == ' ' || c == '\t' || c == '\n')) {
        throw new TrainingException(
            "the word '"
                + word
                + "' cannot be written to "
                + file
                + ": it is empty or has a blank");
      }
    }
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path draft = target.resolveSibling("." + target.getFileName() + ".draft");
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        form.write(out);
      }
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
