package org.solrlmtc.core.text;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.bundle.BundleException;

/**
 * The vocabulary of a network. Id {@value Tokenizer#PADDING_ID} is padding, {@value #UNKNOWN} is
 * the out-of-vocabulary token; the words follow in the order of the file, one per line. Immutable
 * and thread-safe.
 */
public final class WordVocabulary {
  static final int UNKNOWN = 1;
  private static final int FIRST_WORD = 2;

  private final List<String> words;
  private final Map<String, Integer> ids;

  private WordVocabulary(List<String> words) {
    this.words = List.copyOf(words);
    this.ids = new HashMap<>(words.size() * 2);
    for (String word : this.words) {
      if (word.isBlank() || ids.put(word, FIRST_WORD + ids.size()) != null) {
        throw new IllegalArgumentException(
            "the word '" + word + "' in line " + (ids.size() + 1) + " is blank or appears twice");
      }
    }
  }

  /**
   * Makes a vocabulary.
   *
   * @throws IllegalArgumentException if a word is blank or appears twice
   */
  public static WordVocabulary of(List<String> words) {
    return new WordVocabulary(words);
  }

  /** The number of ids: the words, padding and the out-of-vocabulary token. */
  public int size() {
    return FIRST_WORD + words.size();
  }

  /** The words; the first has id {@code 2}. */
  public List<String> words() {
    return words;
  }

  /** The word's id, or {@link #UNKNOWN}. */
  public int id(String word) {
    return ids.getOrDefault(word, UNKNOWN);
  }

  /** The word with an id; empty for padding and the out-of-vocabulary token. */
  Optional<String> word(int id) {
    return id < FIRST_WORD ? Optional.empty() : Optional.of(words.get(id - FIRST_WORD));
  }

  public void write(Path file) throws IOException {
    Files.write(file, words);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws BundleException naming the file if it is something else
   */
  public static WordVocabulary read(Path file) {
    try {
      return new WordVocabulary(Files.readAllLines(file));
    } catch (IllegalArgumentException e) {
      throw new BundleException(file + ": " + e.getMessage() + "; copy the bundle again", e);
    } catch (MalformedInputException e) {
      throw new BundleException(file + " is not UTF-8 text: copy the bundle again", e);
    } catch (IOException e) {
      throw new BundleException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
