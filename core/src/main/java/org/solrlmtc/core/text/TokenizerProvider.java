package org.solrlmtc.core.text;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/**
 * One type of tokenizer: opens it in a bundle, and builds it for training. Found by {@link
 * java.util.ServiceLoader}, so that a type can be added without a change to this module.
 */
public interface TokenizerProvider {

  /** The type in recipes and manifests. */
  String type();

  /**
   * Opens a tokenizer.
   *
   * @param settings its own settings; unknown ones are refused by the caller
   * @param files returns the path of a bundle file by its name
   * @throws IllegalArgumentException naming the setting that is wrong
   * @throws org.solrlmtc.core.bundle.BundleException naming the file that is wrong
   */
  Tokenizer open(Settings settings, Function<String, Path> files);

  /**
   * Reads the section {@code tokenizer} of a recipe.
   *
   * @param section its own settings; unknown ones are refused by the caller
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  TokenizerSpec spec(Settings section);
}
