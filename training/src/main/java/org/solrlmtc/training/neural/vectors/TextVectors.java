package org.solrlmtc.training.neural.vectors;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The text formats: one line per word with its vector; word2vec's format has a header line, GloVe's
 * has none. Vectors of words that are not wanted are checked for their length only.
 */
final class TextVectors {
  private static final int MAX_LINE_BYTES = 1 << 20;

  private final VectorInput input;
  private final VectorCollector vectors;
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private int length;
  private long number;
  private int dimensions;

  TextVectors(VectorInput input, VectorCollector vectors) {
    this.input = input;
    this.vectors = vectors;
  }

  /**
   * Reads all lines.
   *
   * @param header the header, in word2vec's format
   */
  void read(Optional<VectorHeader> header) {
    long first = header.isPresent() ? 2 : 1;
    number = first - 1;
    dimensions = header.map(VectorHeader::dimensions).orElse(0);
    while (nextLine()) {
      if (dimensions == 0) {
        dimensions = countFields() - 1;
        if (dimensions < 1) {
          throw damaged("a word and its vector are expected");
        }
      }
      readVector();
    }
    long words = number - first + 1;
    if (header.isPresent() && header.get().words() != words) {
      throw damaged(
          "the file ends after "
              + words
              + " of the "
              + header.get().words()
              + " words of the header");
    }
  }

  private void readVector() {
    int[] starts = new int[dimensions];
    int at = length;
    for (int i = dimensions - 1; i >= 0; i--) {
      at = skipBack(at, true);
      at = skipBack(at, false);
      starts[i] = at;
    }
    int wordEnd = skipBack(at, true);
    if (wordEnd == 0) {
      throw wrongLength();
    }
    String word = word(wordEnd);
    checkNoNumber(word);
    if (vectors.wants(word)) {
      float[] vector = new float[dimensions];
      for (int i = 0; i < dimensions; i++) {
        vector[i] = parse(starts[i], i + 1 < dimensions ? starts[i + 1] : length);
      }
      try {
        vectors.add(word, vector);
      } catch (VectorCollector.Refused e) {
        throw damaged(e.getMessage());
      }
    }
  }

  /** Some of GloVe's words contain spaces; a number among them means that the line is too long. */
  private void checkNoNumber(String word) {
    String[] parts = word.split("[ \t]+");
    for (int i = 1; i < parts.length; i++) {
      try {
        Float.parseFloat(parts[i]);
      } catch (NumberFormatException e) {
        continue;
      }
      throw wrongLength();
    }
  }

  private float parse(int from, int to) {
    String text = new String(line, from, to - from, StandardCharsets.ISO_8859_1).trim();
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw damaged("'" + (text.length() > 40 ? text.substring(0, 40) : text) + "' is no number");
    }
  }

  private String word(int end) {
    try {
      return VectorInput.utf8(line, end);
    } catch (CharacterCodingException e) {
      throw damaged("the word is not UTF-8");
    }
  }

  /** Skips blanks backwards, or everything else. */
  private int skipBack(int from, boolean blanks) {
    int at = from;
    while (at > 0 && isBlank(line[at - 1]) == blanks) {
      at--;
    }
    return at;
  }

  private int countFields() {
    int fields = 0;
    for (int at = length; at > 0; ) {
      at = skipBack(at, true);
      fields += at > 0 ? 1 : 0;
      at = skipBack(at, false);
    }
    return fields;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private boolean nextLine() {
    number++;
    length = 0;
    int c = input.read();
    if (c < 0) {
      number--;
      return false;
    }
    for (; c >= 0 && c != '\n'; c = input.read()) {
      if (length == MAX_LINE_BYTES) {
        throw damaged("the line has more than " + MAX_LINE_BYTES + " bytes");
      }
      line[length++] = (byte) c;
    }
    return true;
  }

  private TrainingException wrongLength() {
    return damaged(Math.max(0, countFields() - 1) + " numbers instead of " + dimensions);
  }

  private TrainingException damaged(String what) {
    return input.damagedLine(
        number, what + "; get the file again, or use one in GloVe's or word2vec's format");
  }

  static void write(WordVectors vectors, Writer out) throws IOException {
    out.write(new VectorHeader(vectors.words().size(), vectors.dimensions()).line());
    for (int row = 0; row < vectors.words().size(); row++) {
      StringBuilder text = new StringBuilder(vectors.words().get(row));
      for (float value : vectors.vector(row)) {
        text.append(' ').append(value);
      }
      out.write(text.append('\n').toString());
    }
  }
}
