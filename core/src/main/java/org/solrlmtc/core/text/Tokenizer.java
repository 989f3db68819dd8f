package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;

/**
 * Turns an act into token ids, the same way in training and in inference. Immutable and
 * thread-safe. Recipes and manifests name the type of tokenizer: {@code words}, {@code
 * word-pieces}.
 */
public interface Tokenizer {
  /** The id of padding, with every type of tokenizer. */
  int PADDING_ID = 0;

  /** The tokenizer's type in recipes and manifests. */
  String type();

  /** The tokens of an act that a network reads, with their positions. */
  TokenSequence tokenize(LegalAct act);

  /** The maximum number of tokens of an act. */
  int maxSequenceLength();

  /** The maximum number of sections of an act that have tokens. */
  default int maxSections() {
    return maxSequenceLength();
  }

  /** Size of the id range: every id is at least 0 and below this. */
  int vocabularySize();

  /** The id of tokens that the vocabulary lacks. */
  int outOfVocabularyId();

  /**
   * A text with these tokens, {@link #idsPerToken} ids each. Padding and out-of-vocabulary tokens
   * are omitted. Tokenization of the text need not give the same ids again.
   */
  String decode(int[] ids);

  /** The number of ids per token: 1, or the characters per token. */
  default int idsPerToken() {
    return 1;
  }

  /** The settings that open it again, the type included. */
  Map<String, Object> settings();

  /**
   * Writes the files that it is opened from, such as its vocabulary.
   *
   * @param files returns the path of a bundle file by its name
   */
  void write(Function<String, Path> files) throws IOException;
}
