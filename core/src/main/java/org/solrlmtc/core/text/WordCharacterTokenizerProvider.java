package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/** Tokenizers of the type {@code words-and-characters}. */
public final class WordCharacterTokenizerProvider implements TokenizerProvider {
  static final String CHARACTERS_PER_WORD = "charactersPerWord";

  private static final int STANDARD = 50;
  private static final int MAX_CHARACTERS = 1000;

  @Override
  public String type() {
    return WordCharacterTokenizer.TYPE;
  }

  @Override
  public WordCharacterTokenizer open(Settings settings, Function<String, Path> files) {
    WordTokenizerSettings words = WordTokenizerSettings.read(settings);
    int characters = characters(settings);
    return new WordCharacterTokenizer(
        words, WordVocabulary.read(files.apply(WordTokenizer.VOCABULARY)), characters);
  }

  @Override
  public TokenizerSpec spec(Settings section) {
    return new Spec(WordTokenizerSpec.read(section), characters(section));
  }

  private static int characters(Settings section) {
    int characters = section.integer(CHARACTERS_PER_WORD, STANDARD);
    if (characters < CharacterIds.MIN_PER_WORD || characters > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "the setting '"
              + CHARACTERS_PER_WORD
              + "' must be between "
              + CharacterIds.MIN_PER_WORD
              + " and "
              + MAX_CHARACTERS
              + ", not "
              + characters);
    }
    return characters;
  }

  private record Spec(WordTokenizerSpec vocabulary, int charactersPerWord)
      implements TokenizerSpec {
    @Override
    public Map<String, Object> settings() {
      Map<String, Object> map = new LinkedHashMap<>(vocabulary.settings());
      map.put("type", WordCharacterTokenizer.TYPE);
      map.put(CHARACTERS_PER_WORD, charactersPerWord);
      return map;
    }

    @Override
    public int idsPerToken() {
      return 1 + charactersPerWord;
    }

    @Override
    public Optional<WordTokenizerSettings> words() {
      return Optional.of(vocabulary.tokenizer());
    }

    @Override
    public Tokenizer build(Corpus corpus) throws IOException {
      WordTokenizer built = vocabulary.build(corpus);
      return new WordCharacterTokenizer(
          vocabulary.tokenizer(), built.vocabulary(), charactersPerWord);
    }
  }
}
