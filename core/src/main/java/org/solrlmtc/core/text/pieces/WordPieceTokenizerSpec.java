package org.solrlmtc.core.text.pieces;

import java.util.LinkedHashMap;
import java.util.Map;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenizerSpec;

/**
 * A word-piece tokenizer whose vocabulary is that of a pretrained model.
 *
 * @param tokenizer which pieces are read
 * @param pretrained name or folder of the model
 */
record WordPieceTokenizerSpec(WordPieceSettings tokenizer, String pretrained)
    implements TokenizerSpec {
  static WordPieceTokenizerSpec read(Settings section) {
    String pretrained = section.text("pretrained", "");
    if (pretrained.isBlank()) {
      throw new IllegalArgumentException(
          "the tokenizer "
              + WordPieceTokenizer.TYPE
              + " needs the setting 'pretrained': the name of a pretrained encoder, or a folder"
              + " with its vocabulary");
    }
    return new WordPieceTokenizerSpec(WordPieceSettings.read(section), pretrained);
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", WordPieceTokenizer.TYPE);
    map.putAll(tokenizer.toMap());
    map.put("pretrained", pretrained);
    return map;
  }

  @Override
  public void check() {
    read();
  }

  private PretrainedPieces read() {
    try {
      return PretrainedPieces.read(PretrainedFolder.find(pretrained));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the setting 'pretrained' of 'tokenizer': " + e.getMessage(), e);
    }
  }

  @Override
  public WordPieceTokenizer build(Corpus corpus) {
    return new WordPieceTokenizer(tokenizer, read());
  }
}
