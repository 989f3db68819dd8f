package org.solrlmtc.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * From an act to word ids: one way for training and for index time. Words are the same as those of
 * {@link Ngrams}. Immutable and thread-safe.
 */
public final class TextPipeline {
  private final TokenSettings settings;
  private final WordList words;

  public TextPipeline(TokenSettings settings, WordList words) {
    this.settings = settings;
    this.words = words;
  }

  public WordList words() {
    return words;
  }

  public TokenSequence encode(LegalAct act) {
    List<Integer> ids = new ArrayList<>();
    List<TokenSequence.Place> places = new ArrayList<>();
    visit(
        act,
        settings,
        settings.maxTokens(),
        word -> !settings.skipUnknown() || words.id(word) != WordList.UNKNOWN,
        (word, zone, section, start, end) -> {
          ids.add(words.id(word));
          places.add(new TokenSequence.Place(zone, section, start, end));
        });
    return new TokenSequence(ids.stream().mapToInt(Integer::intValue).toArray(), places);
  }

  /**
   * Visits the words that the settings choose: what a vocabulary and word vectors are made of. When
   * unknown words are going to be skipped, that is all words.
   */
  public static void forEachWord(LegalAct act, TokenSettings settings, WordVisitor visitor) {
    int limit = settings.skipUnknown() ? Integer.MAX_VALUE : settings.maxTokens();
    visit(act, settings, limit, word -> true, visitor);
  }

  private static void visit(
      LegalAct act,
      TokenSettings settings,
      int limit,
      Predicate<String> isRead,
      WordVisitor visitor) {
    int[] left = {limit};
    settings
        .zones()
        .forEachSection(
            act,
            (zone, section, text) ->
                left[0] -=
                    words(text, zone, section, settings.maskDigits(), left[0], isRead, visitor));
  }

  /** Visits the first words of a text that are read, and tells how many there were. */
  private static int words(
      String text,
      Zone zone,
      int section,
      boolean maskDigits,
      int limit,
      Predicate<String> isRead,
      WordVisitor visitor) {
    StringBuilder word = new StringBuilder();
    int count = 0;
    int start = 0;
    for (int at = 0; at < text.length() && count < limit; ) {
      int c = text.codePointAt(at);
      int form = WordCharacters.form(c, maskDigits);
      if (form != 0) {
        if (word.isEmpty()) {
          start = at;
        }
        word.appendCodePoint(form);
      } else if (!word.isEmpty()) {
        if (isRead.test(word.toString())) {
          visitor.word(word.toString(), zone, section, start, at);
          count++;
        }
        word.setLength(0);
      }
      at += Character.charCount(c);
    }
    if (!word.isEmpty() && count < limit && isRead.test(word.toString())) {
      visitor.word(word.toString(), zone, section, start, text.length());
      count++;
    }
    return count;
  }
}
