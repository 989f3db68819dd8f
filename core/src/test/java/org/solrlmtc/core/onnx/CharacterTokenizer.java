package org.solrlmtc.core.onnx;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.TokenizerProvider;
import org.solrlmtc.core.text.TokenizerSpec;

/** Words of lower-case letters by the numbers of their first three letters: an added kind. */
final class CharacterTokenizer implements Tokenizer {
  private static final int CHARACTERS = 3;

  /** Opens it. */
  public static final class Provider implements TokenizerProvider {
    @Override
    public String type() {
      return "characters";
    }

    @Override
    public Tokenizer open(Settings settings, Function<String, Path> files) {
      return new CharacterTokenizer();
    }

    @Override
    public TokenizerSpec spec(Settings section) {
      throw new UnsupportedOperationException("it is served, not trained");
    }
  }

  @Override
  public String type() {
    return "characters";
  }

  @Override
  public TokenSequence tokenize(LegalAct act) {
    TokenSequence.Builder tokens = TokenSequence.builder(CHARACTERS);
    ZoneSelection.FULL.forEachSection(
        act,
        (zone, section, text) -> {
          int start = 0;
          for (String word : text.split(" ")) {
            int[] ids = new int[CHARACTERS];
            for (int i = 0; i < Math.min(CHARACTERS, word.length()); i++) {
              ids[i] = word.charAt(i) - 'a' + 1;
            }
            tokens.add(ids, zone, section, start, start + word.length());
            start += word.length() + 1;
          }
        });
    return tokens.build();
  }

  @Override
  public int maxSequenceLength() {
    return 1000;
  }

  @Override
  public int vocabularySize() {
    return 27;
  }

  @Override
  public int outOfVocabularyId() {
    return PADDING_ID;
  }

  @Override
  public String decode(int[] ids) {
    return "";
  }

  @Override
  public int idsPerToken() {
    return CHARACTERS;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("type", type());
  }

  @Override
  public void write(Function<String, Path> files) {
    // it has no files
  }
}
