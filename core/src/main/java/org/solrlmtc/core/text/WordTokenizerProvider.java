package org.solrlmtc.core.text;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/** Tokenizers of the type {@code words}. */
public final class WordTokenizerProvider implements TokenizerProvider {
  @Override
  public String type() {
    return WordTokenizer.TYPE;
  }

  @Override
  public WordTokenizer open(Settings settings, Function<String, Path> files) {
    return new WordTokenizer(
        WordTokenizerSettings.read(settings),
        WordVocabulary.read(files.apply(WordTokenizer.VOCABULARY)));
  }

  @Override
  public TokenizerSpec spec(Settings section) {
    return WordTokenizerSpec.read(section);
  }
}
