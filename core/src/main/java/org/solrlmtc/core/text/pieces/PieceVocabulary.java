package org.solrlmtc.core.text.pieces;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The word pieces of a model; the id of a piece is its line in {@code vocab.txt}. Immutable and
 * thread-safe.
 */
public final class PieceVocabulary {
  /** Padding; its id is 0, as with every tokenizer. */
  static final String PADDING = "[PAD]";

  /** The id of words that cannot be split into pieces. */
  static final String UNKNOWN = "[UNK]";

  /** Stands before the text. */
  static final String CLASSIFICATION = "[CLS]";

  /** Stands after the text. */
  static final String SEPARATOR = "[SEP]";

  /** Begins each piece of a word but the first. */
  static final String CONTINUATION = "##";

  /** All of them must have an id. */
  private static final List<String> SPECIAL = List.of(PADDING, UNKNOWN, CLASSIFICATION, SEPARATOR);

  private final List<String> pieces;
  private final Map<String, Integer> ids;

  private PieceVocabulary(List<String> pieces) {
    this.pieces = List.copyOf(pieces);
    this.ids = new HashMap<>(pieces.size() * 2);
    for (String piece : this.pieces) {
      if (piece.isEmpty() || piece.indexOf('\n') >= 0 || piece.indexOf('\r') >= 0) {
        throw new IllegalArgumentException(
            "the piece with the id " + ids.size() + " is empty or has a line break");
      }
      if (ids.put(piece, ids.size()) != null) {
        throw new IllegalArgumentException("the piece '" + piece + "' appears twice");
      }
    }
    for (String special : SPECIAL) {
      if (!ids.containsKey(special)) {
        throw new IllegalArgumentException(
            "the piece '" + special + "' is missing: it is no vocabulary of BERT's word pieces");
      }
    }
    if (ids.get(PADDING) != 0) {
      throw new IllegalArgumentException(
          "the piece '" + PADDING + "' must have the id 0, not " + ids.get(PADDING));
    }
  }

  /**
   * Makes a vocabulary.
   *
   * @param pieces in the order of their ids
   * @throws IllegalArgumentException saying what is wrong
   */
  public static PieceVocabulary of(List<String> pieces) {
    return new PieceVocabulary(pieces);
  }

  /**
   * Reads a file with one piece per line.
   *
   * @throws IllegalArgumentException naming the file and what is wrong
   */
  public static PieceVocabulary read(Path file) {
    try {
      // not by lines: BERT's pieces include characters that Unicode counts as line breaks
      String text = Files.readString(file);
      List<String> pieces = new ArrayList<>();
      for (int start = 0; start < text.length(); ) {
        int end = text.indexOf('\n', start);
        end = end < 0 ? text.length() : end;
        boolean windows = end > start && text.charAt(end - 1) == '\r';
        pieces.add(text.substring(start, windows ? end - 1 : end));
        start = end + 1;
      }
      return of(pieces);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  void write(Path file) throws IOException {
    Files.writeString(file, String.join("\n", pieces) + "\n");
  }

  /** Number of pieces. */
  public int size() {
    return pieces.size();
  }

  /** The id of a piece. */
  public OptionalInt id(String piece) {
    Integer id = ids.get(piece);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** The piece with an id. */
  public String piece(int id) {
    return pieces.get(id);
  }
}
