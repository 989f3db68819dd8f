package org.solrlmtc.core.text.pieces;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenizerProvider;
import org.solrlmtc.core.text.TokenizerSpec;

/** Tokenizers of the type {@code word-pieces}. */
public final class WordPieceTokenizerProvider implements TokenizerProvider {
  @Override
  public String type() {
    return WordPieceTokenizer.TYPE;
  }

  @Override
  public WordPieceTokenizer open(Settings settings, Function<String, Path> files) {
    WordPieceSettings read = WordPieceSettings.read(settings);
    PieceRules rules = PieceRules.read(settings);
    PieceVocabulary vocabulary;
    try {
      vocabulary = PieceVocabulary.read(files.apply(WordPieceTokenizer.VOCABULARY));
    } catch (IllegalArgumentException e) {
      throw new BundleException(e.getMessage() + "; copy the bundle again", e);
    }
    return new WordPieceTokenizer(read, new PretrainedPieces(vocabulary, rules));
  }

  @Override
  public TokenizerSpec spec(Settings section) {
    return WordPieceTokenizerSpec.read(section);
  }
}
