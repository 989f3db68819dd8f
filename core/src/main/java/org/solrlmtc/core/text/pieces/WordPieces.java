package org.solrlmtc.core.text.pieces;

/**
 * Splits texts into word pieces: normalises the characters, cuts at white space and punctuation,
 * then cuts each word into the longest pieces from its beginning. For one thread. Memory does not
 * depend on the length of a text, nor of a word.
 */
final class WordPieces {
  private final PieceCharacters characters;
  private final PieceTrie trie;
  private final int unknown;

  /** The current word, normalised. */
  private final char[] word = new char[2 * PieceRules.LONGEST_WORD];

  private int length;

  /** Characters of the current word, also those that were too many to be kept. */
  private int count;

  private int wordStart;
  private int wordEnd;

  private final int[] ids = new int[PieceRules.LONGEST_WORD];

  private Visitor visitor = (id, start, end) -> {};
  private int left;

  WordPieces(PieceCharacters characters, PieceTrie trie, int unknown) {
    this.characters = characters;
    this.trie = trie;
    this.unknown = unknown;
  }

  /** Receives pieces in order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * A piece. Its place is that of its word, so that explanations show words.
     *
     * @param start offset of the word's first character in the text
     * @param end offset after its last character
     */
    void piece(int id, int start, int end);
  }

  /** Visits the first pieces of a text, at most as many as the limit, and returns their number. */
  int visit(String text, int limit, Visitor pieces) {
    visitor = pieces;
    left = limit;
    for (int at = 0; at < text.length() && left > 0; ) {
      char unit = text.charAt(at);
      if (unit < PieceCharacters.ASCII) {
        char form = characters.asciiForm(unit);
        if (form != PieceCharacters.NONE) {
          read(form, at, at + 1);
        }
        at++;
        continue;
      }
      int c = text.codePointAt(at);
      int end = at + Character.charCount(c);
      String form = characters.form(c);
      for (int i = 0; i < form.length() && left > 0; ) {
        int normalised = form.codePointAt(i);
        read(normalised, at, end);
        i += Character.charCount(normalised);
      }
      at = end;
    }
    endWord();
    return limit - left;
  }

  private void read(int normalised, int start, int end) {
    if (normalised == PieceCharacters.SPACE) {
      endWord();
    } else if (PieceCharacters.isPunctuation(normalised)) {
      endWord();
      append(normalised, start, end);
      endWord();
    } else {
      append(normalised, start, end);
    }
  }

  private void append(int c, int start, int end) {
    if (count == 0) {
      wordStart = start;
    }
    wordEnd = end;
    count = Math.min(count, PieceRules.LONGEST_WORD) + 1;
    if (count <= PieceRules.LONGEST_WORD) {
      if (c < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
        word[length++] = (char) c;
      } else {
        length += Character.toChars(c, word, length);
      }
    }
  }

  private void endWord() {
    if (count == 0) {
      return;
    }
    int pieces = count > PieceRules.LONGEST_WORD ? 0 : split();
    if (pieces == 0) {
      ids[pieces++] = unknown;
    }
    for (int i = 0; i < pieces && left > 0; i++) {
      visitor.piece(ids[i], wordStart, wordEnd);
      left--;
    }
    length = 0;
    count = 0;
  }

  /** The number of pieces of the word; 0 if it cannot be split. */
  private int split() {
    int pieces = 0;
    for (int from = 0; from < length; pieces++) {
      long found =
          trie.longest(from == 0 ? PieceTrie.WORD : PieceTrie.CONTINUATION, word, from, length);
      if (found < 0) {
        return 0;
      }
      ids[pieces] = (int) (found >>> Integer.SIZE);
      from = (int) found;
    }
    return pieces;
  }
}
