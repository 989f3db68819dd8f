package org.solrlmtc.core.text.pieces;

import java.text.Normalizer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * BERT's normalisation, one character at a time. Thread-safe.
 *
 * <p>Canonical decomposition can also swap combining marks; those that it swaps are dropped with
 * the accents.
 */
final class PieceCharacters {
  /** What separates words; also stands for all other white space. */
  static final char SPACE = ' ';

  /** Characters below this have a form of one character, or none. */
  static final int ASCII = 0x80;

  /** The form of dropped ASCII characters. */
  static final char NONE = 0xFFFF;

  private static final int TABLE = 1 << 16;

  private final PieceRules rules;

  /** The normalised forms, computed on first use. */
  private final AtomicReferenceArray<String> forms = new AtomicReferenceArray<>(TABLE);

  private final char[] asciiForms = new char[ASCII];

  PieceCharacters(PieceRules rules) {
    this.rules = rules;
    for (int c = 0; c < ASCII; c++) {
      String form = compute(c);
      asciiForms[c] = form.isEmpty() ? NONE : form.charAt(0);
    }
  }

  /** The normalised form of an ASCII character, which most are; {@link #NONE} if it is dropped. */
  char asciiForm(char c) {
    return asciiForms[c];
  }

  /** The normalised form of a character; empty if it is dropped. */
  String form(int c) {
    if (c >= TABLE) {
      return compute(c);
    }
    String form = forms.get(c);
    if (form == null) {
      form = compute(c);
      forms.set(c, form);
    }
    return form;
  }

  private String compute(int c) {
    if (rules.cleanText() && isDropped(c)) {
      return "";
    }
    if (isSpace(c)) {
      return String.valueOf(SPACE);
    }
    boolean isSurrogate = Character.getType(c) == Character.SURROGATE;
    // half of a character: no text
    String form = isSurrogate ? "\uFFFD" : Character.toString(c);
    if (rules.stripAccents()) {
      form = withoutMarks(Normalizer.normalize(form, Normalizer.Form.NFD));
    }
    if (rules.lowerCase()) {
      form = lowerCase(form);
    }
    return rules.separateHan() && isHan(c) ? SPACE + form + SPACE : form;
  }

  private static String withoutMarks(String text) {
    StringBuilder rest = new StringBuilder();
    text.codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(rest::appendCodePoint);
    return rest.toString();
  }

  /** Each character by itself: the form of a sigma does not depend on its place in the word. */
  private static String lowerCase(String text) {
    StringBuilder lower = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == 'İ') {
                // the only character whose lower case is two characters
                lower.append("i\u0307");
              } else {
                lower.appendCodePoint(Character.toLowerCase(c));
              }
            });
    return lower.toString();
  }

  private static boolean isDropped(int c) {
    if (c == '\t' || c == '\n' || c == '\r') {
      return false;
    }
    return c == 0
        || c == 0xFFFD
        || switch (Character.getType(c)) {
          case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE ->
              true;
          default -> false;
        };
  }

  /** Unicode's property White_Space. */
  private static boolean isSpace(int c) {
    return switch (c) {
      case '\t', '\n', 0x0B, '\f', '\r', ' ', 0x85, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000 -> true;
      default -> (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029;
    };
  }

  /** The blocks of Han characters that BERT knows. */
  private static boolean isHan(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B73F)
        || (c >= 0x2B740 && c <= 0x2B81F)
        || (c >= 0x2B920 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }

  /** Whether a normalised character is a word of its own. */
  static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return (c >= '!' && c <= '/')
          || (c >= ':' && c <= '@')
          || (c >= '[' && c <= '`')
          || (c >= '{' && c <= '~');
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
