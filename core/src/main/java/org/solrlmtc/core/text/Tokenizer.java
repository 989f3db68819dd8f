package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;

/**
 * From an act to token ids: one implementation for training and for index time. Immutable and
 * thread-safe. A kind of tokenizer is found by its name, which recipes and manifests hold: {@code
 * words} today; word pieces and characters fit, too.
 */
public interface Tokenizer {

  /** The tokenizer's kind in recipes and manifests. */
  String type();

  /** The tokens that a network reads of an act, with their places in it. */
  TokenSequence tokenize(LegalAct act);

  /** Size of the id range: every id is at least 0 and below this. */
  int vocabularySize();

  /** How many ids describe one token: 1, or the characters per token. */
  default int idsPerToken() {
    return 1;
  }

  /** The settings that open it again, the type included. */
  Map<String, Object> settings();

  /**
   * Writes the files that it is opened from, its vocabulary above all.
   *
   * @param files where a file of the bundle is to be written, by its name
   */
  void write(Function<String, Path> files) throws IOException;
}
