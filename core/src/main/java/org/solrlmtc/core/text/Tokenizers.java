package org.solrlmtc.core.text;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.settings.Registry;
import org.solrlmtc.core.settings.Settings;

/** The registry of tokenizer types. */
public final class Tokenizers {
  private static final Registry<TokenizerProvider> TYPES =
      new Registry<>("tokenizer", TokenizerProvider.class, TokenizerProvider::type);

  private Tokenizers() {}

  /**
   * Opens the tokenizer of a settings section, whose setting {@code type} names the type.
   *
   * @param files returns the path of a bundle file by its name
   * @throws IllegalArgumentException if the type or a setting is unknown or wrong
   */
  public static Tokenizer open(Settings section, Function<String, Path> files) {
    Tokenizer tokenizer = type(section).open(section, files);
    section.finish();
    return tokenizer;
  }

  /**
   * Reads the section {@code tokenizer} of a recipe.
   *
   * @throws IllegalArgumentException if the type or a setting is unknown or wrong
   */
  public static TokenizerSpec spec(Settings section) {
    TokenizerSpec spec = type(section).spec(section);
    section.finish();
    return spec;
  }

  private static TokenizerProvider type(Settings section) {
    return TYPES.find(section.text("type", WordTokenizer.TYPE));
  }
}
