package org.solrlmtc.core.text;

/** What belongs to a word: letters, digits and combining marks, read in lower case. */
final class WordCharacters {
  private WordCharacters() {}

  /** What a character is read as, 0 for what is no part of a word. */
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
