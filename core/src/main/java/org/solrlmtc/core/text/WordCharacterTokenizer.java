package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;

/**
 * Tokens are words, each with the id of the word and then the ids of its characters, as it is
 * written. Immutable and thread-safe.
 */
public final class WordCharacterTokenizer implements Tokenizer {
  public static final String TYPE = "words-and-characters";

  private final WordTokenizerSettings settings;
  private final WordVocabulary vocabulary;
  private final WordTokenizer words;
  private final int charactersPerWord;

  public WordCharacterTokenizer(
      WordTokenizerSettings settings, WordVocabulary vocabulary, int charactersPerWord) {
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.words = new WordTokenizer(settings, vocabulary);
    this.charactersPerWord = charactersPerWord;
  }

  /** The same words without their characters. */
  public WordTokenizer words() {
    return words;
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public int idsPerToken() {
    return 1 + charactersPerWord;
  }

  /** Characters have ids of the same range as words. */
  @Override
  public int vocabularySize() {
    return vocabularySize(words.vocabularySize());
  }

  /**
   * @param words number of ids of words
   */
  public static int vocabularySize(int words) {
    return Math.max(words, CharacterIds.COUNT + 1);
  }

  @Override
  public int outOfVocabularyId() {
    return words.outOfVocabularyId();
  }

  @Override
  public int maxSequenceLength() {
    return settings.maxSequenceLength();
  }

  @Override
  public int maxSections() {
    return words.maxSections();
  }

  @Override
  public String decode(int[] ids) {
    int[] wordIds = new int[ids.length / idsPerToken()];
    for (int i = 0; i < wordIds.length; i++) {
      int id = ids[i * idsPerToken()];
      wordIds[i] = id < words.vocabularySize() ? id : PADDING_ID;
    }
    return words.decode(wordIds);
  }

  @Override
  public TokenSequence tokenize(LegalAct act) {
    TokenSequence.Builder tokens = TokenSequence.builder(idsPerToken());
    WordTokenizer.visit(
        act,
        settings,
        settings.maxSequenceLength(),
        settings.maxSections(),
        words.filter(tokens),
        text ->
            (word, zone, section, start, end) ->
                tokens.add(ids(word, text, start, end), zone, section, start, end));
    return tokens.build();
  }

  /** Visits all words of some zones that are read, as they are written. */
  public void forEachWord(LegalAct act, ZoneSelection zones, Consumer<String> visitor) {
    WordTokenizer.visit(
        act,
        settings.reading(zones),
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        words.filter(TokenSequence.builder(1)),
        text -> (word, zone, section, start, end) -> visitor.accept(text.substring(start, end)));
  }

  private int[] ids(String word, String text, int start, int end) {
    int[] ids = new int[idsPerToken()];
    ids[0] = vocabulary.id(word);
    int readEnd = Math.min(end, start + charactersPerWord);
    int[] characters = CharacterIds.ofWord(text.substring(start, readEnd), charactersPerWord);
    System.arraycopy(characters, 0, ids, 1, charactersPerWord);
    return ids;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", TYPE);
    map.putAll(settings.toMap());
    map.put(WordCharacterTokenizerProvider.CHARACTERS_PER_WORD, charactersPerWord);
    return map;
  }

  @Override
  public void write(Function<String, Path> files) throws IOException {
    words.write(files);
  }
}
