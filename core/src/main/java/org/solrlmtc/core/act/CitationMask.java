package org.solrlmtc.core.act;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks what cites an act or a page instead of saying what an act is about: numbers of acts of
 * every era, dates, references to the Official Journal, and formulas. What remains of the sentence
 * stays where it is.
 *
 * <p>Patterns are tried only where their first character stands at the beginning of a word: on the
 * text of an act that takes a fraction of the time of its tokenization.
 */
final class CitationMask {
  private static final String COMMUNITY = "(?:EU|EC|EEC|ECSC|EAEC|Euratom|CFSP|JHA)";
  private static final String NUMBER = "\\d{1,5}\\s?/\\s?\\d{1,5}";
  private static final String DOTTED_DATE =
      "\\d{1,2}\\s?\\.\\s?\\d{1,2}\\s?\\.\\s?(?:19|20)?\\d\\d\\b";

  /** "(EU) 2016/679", "(EC) No 1/2003", "(EU, Euratom)", "(Text with EEA relevance)". */
  private static final Pattern IN_PARENTHESES =
      pattern(
          "\\(\\s?"
              + COMMUNITY
              + "(?:\\s?,\\s?"
              + COMMUNITY
              + ")*\\s?\\)(?:\\s{1,3}No\\b\\.?)?(?:\\s{1,3}"
              + NUMBER
              + ")?|\\(Text\\s+with\\s+EEA\\s+relevance\\)");

  /** "27 October 2004", "21.6.2019", "2004/18/EC", "2014/59". */
  private static final Pattern AT_DIGIT =
      pattern(
          "\\d{1,2}\\s+(?:January|February|March|April|May|June|July|August|September|October"
              + "|November|December)\\s+\\d{4}\\b|"
              + DOTTED_DATE
              + "|\\d{2,4}\\s?/\\s?\\d{1,5}\\s?/\\s?"
              + COMMUNITY
              + "\\b|(?:19|20)\\d\\d/\\d{1,5}\\b");

  /** "No 17/62", "No 2658/87/EEC". */
  private static final Pattern AT_N =
      pattern("No\\b\\.?\\s{0,3}" + NUMBER + "(?:\\s?/\\s?" + COMMUNITY + "\\b)?");

  /** "of the European Parliament and of the Council", "OJ L 165, 21.6.2019, p. 1". */
  private static final Pattern AT_O =
      pattern(
          "of\\s+the\\s+European\\s+Parliament\\s+and\\s+of\\s+the\\s+Council\\b"
              + "|Official\\s+Journal\\s+of\\s+the\\s+European\\s+(?:Union|Communities)\\b"
              + "|OJ\\s+(?:No\\.?\\s*)?[LC]\\s{0,3}\\d{1,4}(?:\\s?,\\s{0,3}"
              + DOTTED_DATE
              + ")?(?:\\s?,\\s{0,3}p\\s?\\.\\s{0,3}\\d{1,5})?");

  private static final Pattern AT_T = pattern("Text\\s+with\\s+EEA\\s+relevance\\b");

  /** The bit in which ASCII letters of both cases differ. */
  private static final int CASE = 0x20;

  private CitationMask() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** The text with spaces instead of citations; of the same length. */
  static String mask(String text) {
    StringBuilder masked = null;
    Matchers matchers = new Matchers(text);
    boolean insideWord = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      int end = insideWord && c != '(' ? at : matchers.end(c, at);
      if (end > at) {
        if (masked == null) {
          masked = new StringBuilder(text);
        }
        for (int i = at; i < end; i++) {
          if (masked.charAt(i) != '\n') {
            masked.setCharAt(i, ' ');
          }
        }
        at = end - 1;
        insideWord = false;
      } else {
        insideWord = Character.isLetterOrDigit(c);
      }
    }
    return masked == null ? text : masked.toString();
  }

  /** The patterns on one text. */
  private static final class Matchers {
    private final Matcher inParentheses;
    private final Matcher atDigit;
    private final Matcher atN;
    private final Matcher atO;
    private final Matcher atT;
    private final String text;
    private final int length;

    Matchers(String text) {
      inParentheses = IN_PARENTHESES.matcher(text);
      atDigit = AT_DIGIT.matcher(text);
      atN = AT_N.matcher(text);
      atO = AT_O.matcher(text);
      atT = AT_T.matcher(text);
      this.text = text;
      length = text.length();
    }

    /** The end of the citation that begins here; this position if there is none. */
    int end(char first, int at) {
      return switch (first) {
        case '(' -> end(inParentheses, at);
        case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> end(atDigit, at);
        case 'N', 'n' -> goesOn(at, 'o', 'o') ? end(atN, at) : at;
        case 'O', 'o' -> goesOn(at, 'f', 'j') ? end(atO, at) : at;
        case 'T', 't' -> goesOn(at, 'e', 'e') ? end(atT, at) : at;
        default -> at;
      };
    }

    /** Saves most attempts: a citation that begins with this letter has one of these next. */
    private boolean goesOn(int at, char lower, char other) {
      if (at + 1 >= length) {
        return false;
      }
      int next = text.charAt(at + 1) | CASE;
      return next == lower || next == other;
    }

    private int end(Matcher matcher, int at) {
      return matcher.region(at, length).lookingAt() ? matcher.end() : at;
    }
  }
}
