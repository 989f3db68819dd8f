package org.solrlmtc.core.text;

import java.nio.file.Path;
import java.util.function.Function;
import org.solrlmtc.core.settings.Settings;

/**
 * Opens the tokenizers of one kind. Found by {@link java.util.ServiceLoader}, so that a kind can be
 * added without touching this module.
 */
public interface TokenizerProvider {

  /** The kind's name in recipes and manifests. */
  String type();

  /**
   * Opens a tokenizer.
   *
   * @param settings its own settings; unknown ones are refused by the caller
   * @param files where a file of the bundle is, by its name
   * @throws IllegalArgumentException naming the setting that is wrong
   * @throws org.solrlmtc.core.bundle.BundleException naming the file that is wrong
   */
  Tokenizer open(Settings settings, Function<String, Path> files);
}
