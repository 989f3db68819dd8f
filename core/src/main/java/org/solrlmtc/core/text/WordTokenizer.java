package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;

/**
 * Tokens are words: runs of letters, digits and combining marks in lower case, the same as those of
 * {@link Ngrams}. Immutable and thread-safe.
 */
public final class WordTokenizer implements Tokenizer {
  public static final String TYPE = "words";

  /** The bundle's file with the words, one per line. */
  public static final String VOCABULARY = "words.txt";

  private final WordTokenizerSettings settings;
  private final WordVocabulary words;

  public WordTokenizer(WordTokenizerSettings settings, WordVocabulary words) {
    this.settings = settings;
    this.words = words;
  }

  /** The words that have ids. */
  WordVocabulary vocabulary() {
    return words;
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public int vocabularySize() {
    return words.size();
  }

  @Override
  public int outOfVocabularyId() {
    return WordVocabulary.UNKNOWN;
  }

  @Override
  public String decode(int[] ids) {
    return Arrays.stream(ids)
        .mapToObj(words::word)
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.putAll(settings.toMap());
    return map;
  }

  @Override
  public void write(Function<String, Path> files) throws IOException {
    words.write(files.apply(VOCABULARY));
  }

  @Override
  public TokenSequence tokenize(LegalAct act) {
    TokenSequence.Builder tokens = TokenSequence.builder(1);
    visit(
        act,
        settings,
        settings.maxSequenceLength(),
        settings.maxSections(),
        filter(tokens),
        text ->
            (word, zone, section, start, end) ->
                tokens.add(words.id(word), zone, section, start, end));
    return tokens.build();
  }

  /**
   * Which words are read.
   *
   * @param tokens where words that are skipped are counted
   */
  Predicate<String> filter(TokenSequence.Builder tokens) {
    return settings.skipOutOfVocabulary() ? word -> isKnown(word, tokens) : word -> true;
  }

  private boolean isKnown(String word, TokenSequence.Builder tokens) {
    boolean known = words.id(word) != WordVocabulary.UNKNOWN;
    if (!known) {
      tokens.skip();
    }
    return known;
  }

  @Override
  public int maxSequenceLength() {
    return settings.maxSequenceLength();
  }

  @Override
  public int maxSections() {
    return Math.min(settings.maxSections(), settings.maxSequenceLength());
  }

  /**
   * Visits the words that a vocabulary and word vectors are made of. If out-of-vocabulary words
   * will be skipped, these are all words: neither the maximum sequence length nor that of sections
   * is applied.
   */
  public static void forEachWord(
      LegalAct act, WordTokenizerSettings settings, WordVisitor visitor) {
    boolean all = settings.skipOutOfVocabulary();
    visit(
        act,
        settings,
        all ? Integer.MAX_VALUE : settings.maxSequenceLength(),
        all ? Integer.MAX_VALUE : settings.maxSections(),
        word -> true,
        text -> visitor);
  }

  /**
   * Visits words.
   *
   * @param visitors makes the visitor of a section from its text
   */
  static void visit(
      LegalAct act,
      WordTokenizerSettings settings,
      int maxWords,
      int maxSections,
      Predicate<String> isRead,
      Function<String, WordVisitor> visitors) {
    int[] wordsLeft = {maxWords};
    int[] sectionsLeft = {maxSections};
    settings
        .reading()
        .forEachSection(
            act,
            settings.zones(),
            (zone, section, text) -> {
              int limit = sectionsLeft[0] == 0 ? 0 : wordsLeft[0];
              int read =
                  words(
                      text,
                      zone,
                      section,
                      settings.maskDigits(),
                      limit,
                      isRead,
                      visitors.apply(text));
              wordsLeft[0] -= read;
              sectionsLeft[0] -= read > 0 ? 1 : 0;
            });
  }

  /** Visits the first words of a text that pass the filter, and returns their number. */
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
        String read = word.toString();
        if (isRead.test(read)) {
          visitor.word(read, zone, section, start, at);
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
