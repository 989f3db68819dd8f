package org.solrlmtc.core.text;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.settings.Registry;
import org.solrlmtc.core.settings.Settings;

/** The kinds of tokenizers, by name. */
public final class Tokenizers {
  private static final Registry<TokenizerProvider> KINDS =
      new Registry<>("tokenizer", TokenizerProvider.class, TokenizerProvider::type);

  private Tokenizers() {}

  /**
   * Opens the tokenizer that a section of settings describes, its kind being the setting {@code
   * type}.
   *
   * @param files where a file of the bundle is, by its name
   * @throws IllegalArgumentException when the kind or a setting is unknown or wrong
   */
  public static Tokenizer open(Settings section, Function<String, Path> files) {
    Tokenizer tokenizer = KINDS.find(section.text("type", WordTokenizer.TYPE)).open(section, files);
    section.finish();
    return tokenizer;
  }
}
