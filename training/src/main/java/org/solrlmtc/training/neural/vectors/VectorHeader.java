package org.solrlmtc.training.neural.vectors;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of word2vec's files.
 *
 * @param words number of words
 * @param dimensions dimension of the vectors
 */
record VectorHeader(long words, int dimensions) {
  private static final Pattern LINE = Pattern.compile("(\\d{1,12})[ \t]+(\\d{1,5})\\s*");

  /** Whether a line is such a header rather than a word and its only number. */
  static boolean isHeader(String line) {
    return LINE.matcher(line).matches();
  }

  /**
   * Reads a header.
   *
   * @throws IllegalArgumentException when it declares no vectors
   */
  static VectorHeader parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + line + "' is no header");
    }
    VectorHeader header =
        new VectorHeader(Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (header.words == 0 || header.dimensions == 0) {
      throw new IllegalArgumentException("the header '" + line.strip() + "' declares no vectors");
    }
    return header;
  }

  String line() {
    return words + " " + dimensions + "\n";
  }
}
