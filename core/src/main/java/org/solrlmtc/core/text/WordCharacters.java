package org.solrlmtc.core.text;

/** The characters of words: letters, digits and combining marks, in lower case. */
final class WordCharacters {
  private WordCharacters() {}

  /** The normalised form of a character; 0 if it is not part of a word. */
  static int form(int c, boolean maskDigits) {
    if (Character.isDigit(c)) {
      return maskDigits ? 'D' : c;
    }
    return switch (Character.getType(c)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.NON_SPACING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          Character.toLowerCase(c);
      default -> 0;
    };
  }
}
