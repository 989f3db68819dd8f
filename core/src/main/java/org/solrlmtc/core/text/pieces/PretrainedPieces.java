package org.solrlmtc.core.text.pieces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.solrlmtc.core.json.JsonProblems;

/**
 * The word pieces that a pretrained model was trained with, from its folder: {@code tokenizer.json}
 * , or {@code vocab.txt} with an optional {@code tokenizer_config.json}. Truncation and padding
 * there are ignored: the settings of a recipe decide.
 */
public record PretrainedPieces(PieceVocabulary vocabulary, PieceRules rules) {
  private static final String TOKENIZER = "tokenizer.json";
  private static final String VOCABULARY = "vocab.txt";
  private static final String CONFIG = "tokenizer_config.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /**
   * Reads the files of a folder.
   *
   * @throws IllegalArgumentException naming the file and what is wrong
   */
  public static PretrainedPieces read(Path folder) {
    Path tokenizer = folder.resolve(TOKENIZER);
    if (Files.exists(tokenizer)) {
      try {
        return parse(json(tokenizer));
      } catch (UnsupportedException e) {
        throw new IllegalArgumentException(tokenizer + ": " + e.getMessage(), e);
      }
    }
    Path vocabulary = folder.resolve(VOCABULARY);
    if (!Files.exists(vocabulary)) {
      throw new IllegalArgumentException(
          folder
              + " has neither "
              + TOKENIZER
              + " nor "
              + VOCABULARY
              + ": copy one of them from the model's page");
    }
    return new PretrainedPieces(PieceVocabulary.read(vocabulary), rules(folder.resolve(CONFIG)));
  }

  /** A tokenizer that does not work by BERT's word pieces. */
  private static final class UnsupportedException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsupportedException(String message) {
      super(message);
    }

    UnsupportedException(IllegalArgumentException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static PretrainedPieces parse(JsonNode root) throws UnsupportedException {
    require(root.at("/model"), "type", "WordPiece", "model");
    require(root.at("/model"), "continuing_subword_prefix", PieceVocabulary.CONTINUATION, "model");
    require(root.at("/model"), "unk_token", PieceVocabulary.UNKNOWN, "model");
    require(root.at("/normalizer"), "type", "BertNormalizer", "normalizer");
    require(root.at("/pre_tokenizer"), "type", "BertPreTokenizer", "pre_tokenizer");
    int longest = root.at("/model/max_input_chars_per_word").asInt(PieceRules.LONGEST_WORD);
    if (longest != PieceRules.LONGEST_WORD) {
      throw new UnsupportedException(
          "the model's 'max_input_chars_per_word' must be "
              + PieceRules.LONGEST_WORD
              + ", not "
              + longest);
    }
    try {
      return new PretrainedPieces(
          PieceVocabulary.of(pieces(root.at("/model/vocab"))),
          rules(
              root.at("/normalizer"),
              "lowercase",
              "strip_accents",
              "handle_chinese_chars",
              "clean_text"));
    } catch (IllegalArgumentException e) {
      throw new UnsupportedException(e);
    }
  }

  private static void require(JsonNode section, String name, String value, String of)
      throws UnsupportedException {
    if (!section.path(name).asText().equals(value)) {
      throw new UnsupportedException(
          "the "
              + of
              + "'s '"
              + name
              + "' must be "
              + value
              + ", as with BERT's models; it is "
              + section.path(name).toString().lines().findFirst().orElse("absent"));
    }
  }

  private static List<String> pieces(JsonNode vocabulary) {
    String[] pieces = new String[vocabulary.size()];
    for (Map.Entry<String, JsonNode> entry : vocabulary.properties()) {
      int id = entry.getValue().isInt() ? entry.getValue().intValue() : -1;
      if (id < 0 || id >= pieces.length || pieces[id] != null) {
        throw new IllegalArgumentException(
            "the ids of the vocabulary must be 0 to "
                + (pieces.length - 1)
                + ", each once: '"
                + entry.getKey()
                + "' has "
                + entry.getValue());
      }
      pieces[id] = entry.getKey();
    }
    return Arrays.asList(pieces);
  }

  private static PieceRules rules(Path config) {
    return Files.exists(config)
        ? rules(
            json(config), "do_lower_case", "strip_accents", "tokenize_chinese_chars", "clean_text")
        : PieceRules.UNCASED;
  }

  private static PieceRules rules(
      JsonNode settings, String lowerCase, String accents, String han, String clean) {
    boolean lower = settings.path(lowerCase).asBoolean(PieceRules.UNCASED.lowerCase());
    return new PieceRules(
        lower,
        // null or absent: as lower case
        settings.path(accents).asBoolean(lower),
        settings.path(han).asBoolean(PieceRules.UNCASED.separateHan()),
        settings.path(clean).asBoolean(PieceRules.UNCASED.cleanText()));
  }

  private static JsonNode json(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " is not valid JSON: " + JsonProblems.describe(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
