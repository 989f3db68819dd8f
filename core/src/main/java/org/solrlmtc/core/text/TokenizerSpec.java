package org.solrlmtc.core.text;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.solrlmtc.core.act.LegalAct;

/** A tokenizer as a recipe describes it: its vocabulary is not built yet. */
public interface TokenizerSpec {

  /** The training acts, in a fixed order. */
  @FunctionalInterface
  interface Corpus {
    /** Visits all acts, and returns their number. Every call is another pass over the data. */
    long forEach(Consumer<LegalAct> visitor) throws IOException;
  }

  /** All settings, the type included. A trained network depends on them. */
  Map<String, Object> settings();

  /** {@link Tokenizer#idsPerToken} of the tokenizer. */
  default int idsPerToken() {
    return 1;
  }

  /** How words are read, if the tokens are words: word vectors can be trained for them. */
  default Optional<WordTokenizerSettings> words() {
    return Optional.empty();
  }

  /**
   * Checks resources outside of the recipe, such as a file with a vocabulary. Called before any
   * data is read.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  default void check() {}

  /**
   * Builds the vocabulary. A tokenizer whose vocabulary is given need not read the acts.
   *
   * @throws IllegalArgumentException naming the setting that does not fit the acts
   */
  Tokenizer build(Corpus corpus) throws IOException;
}
