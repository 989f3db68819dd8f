package org.solrlmtc.core.exactmatch;

import org.solrlmtc.core.exactmatch.PhraseAnalyzer.TermVisitor;

/**
 * Splits text into words as Lucene's {@code StandardTokenizer} and {@code LowerCaseFilter} do, at a
 * fraction of their time: most of an act is words of ASCII letters, for which Unicode's rules of
 * word segmentation are short. White space always separates words, so the rest is left to Lucene,
 * one run between white space at a time.
 */
final class WordSplitter {
  /** {@code StandardTokenizer} splits longer words. */
  private static final int MAX_WORD = 255;

  private static final int ASCII = 128;
  private static final byte BREAK = 0;
  private static final byte SPACE = 1;
  private static final byte LETTER = 2;
  private static final byte DIGIT = 3;

  /** Joins letters on both sides: a colon. */
  private static final byte IN_WORDS = 4;

  /** Joins digits on both sides: comma and semicolon. */
  private static final byte IN_NUMBERS = 5;

  /** Joins letters on both sides, and digits on both sides: full stop and apostrophe. */
  private static final byte IN_BOTH = 6;

  /** Decided by Lucene: the underscore. */
  private static final byte OTHER = 7;

  private static final byte[] KINDS = kinds();

  private WordSplitter() {}

  private static byte[] kinds() {
    byte[] kinds = new byte[ASCII];
    for (char c = 0; c < ASCII; c++) {
      if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
        kinds[c] = LETTER;
      } else if (c >= '0' && c <= '9') {
        kinds[c] = DIGIT;
      } else {
        kinds[c] = BREAK;
      }
    }
    for (char c : " \t\n\r".toCharArray()) {
      kinds[c] = SPACE;
    }
    kinds[':'] = IN_WORDS;
    kinds[','] = IN_NUMBERS;
    kinds[';'] = IN_NUMBERS;
    kinds['.'] = IN_BOTH;
    kinds['\''] = IN_BOTH;
    kinds['_'] = OTHER;
    return kinds;
  }

  /** Splits what the rules of ASCII do not cover. */
  @FunctionalInterface
  interface Rest {
    void split(String text);
  }

  /**
   * Visits the words of a text in reading order.
   *
   * @param rest gets the runs between white space that have other characters, or the whole text
   */
  static void forEach(String text, TermVisitor visitor, Rest rest) {
    // half of a pair at the end of a text makes Lucene lose the word before it
    if (hasSurrogates(text)) {
      rest.split(text);
      return;
    }
    char[] word = new char[MAX_WORD];
    int length = text.length();
    for (int at = 0; at < length; ) {
      char c = text.charAt(at);
      if (c < ASCII && KINDS[c] == SPACE) {
        at++;
        continue;
      }
      int end = endOfRun(text, at);
      if (end > 0) {
        words(text, at, end, word, visitor);
      } else {
        end = -end;
        rest.split(text.substring(at, end));
      }
      at = end;
    }
  }

  private static boolean hasSurrogates(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (Character.isSurrogate(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** The end of the run up to white space; negative if it must be left to Lucene. */
  private static int endOfRun(String text, int from) {
    boolean simple = true;
    int at = from;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c >= ASCII || KINDS[c] == OTHER) {
        simple = false;
      } else if (KINDS[c] == SPACE) {
        break;
      }
    }
    return simple && at - from <= MAX_WORD ? at : -at;
  }

  private static void words(String text, int from, int end, char[] word, TermVisitor visitor) {
    int size = 0;
    byte before = BREAK;
    for (int at = from; at < end; at++) {
      char c = text.charAt(at);
      byte kind = KINDS[c];
      if (kind == LETTER) {
        word[size++] = (char) (c | 0x20);
      } else if (kind == DIGIT) {
        word[size++] = c;
      } else if (size > 0) {
        if (joins(kind, before, at + 1 < end ? KINDS[text.charAt(at + 1)] : BREAK)) {
          word[size++] = c;
        } else {
          visitor.term(word, size);
          size = 0;
        }
      }
      before = kind;
    }
    if (size > 0) {
      visitor.term(word, size);
    }
  }

  private static boolean joins(byte kind, byte before, byte after) {
    if (before != after) {
      return false;
    }
    return before == LETTER && (kind == IN_WORDS || kind == IN_BOTH)
        || before == DIGIT && (kind == IN_NUMBERS || kind == IN_BOTH);
  }
}
