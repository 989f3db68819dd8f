package org.solrlmtc.core.text.pieces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestPretrainedPieces {
  private static final String TOKENIZER =
      """
      {"truncation": {"max_length": 128}, "padding": {"strategy": {"Fixed": 128}},
       "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                      "strip_accents": null, "lowercase": true},
       "pre_tokenizer": {"type": "BertPreTokenizer"},
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                 "max_input_chars_per_word": 100,
                 "vocab": {"[PAD]": 0, "[CLS]": 2, "[UNK]": 1, "[SEP]": 3, "fish": 4}}}\
      """;

  @TempDir private Path folder;

  @Test
  void readsATokenizersJson() throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER);
    PretrainedPieces pieces = PretrainedPieces.read(folder);
    assertEquals(5, pieces.vocabulary().size());
    assertEquals("[CLS]", pieces.vocabulary().piece(2));
    assertEquals(PieceRules.UNCASED, pieces.rules());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"strip_accents\": null | \"strip_accents\": false | true,false,true,true",
        "\"lowercase\": true | \"lowercase\": false | false,false,true,true",
        "\"clean_text\": true | \"clean_text\": false | true,true,true,false",
      })
  void rulesAreRead(String part, String other, String expected) throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER.replace(part, other));
    PieceRules rules = PretrainedPieces.read(folder).rules();
    assertEquals(
        expected,
        rules.lowerCase()
            + ","
            + rules.stripAccents()
            + ","
            + rules.separateHan()
            + ","
            + rules.cleanText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"WordPiece\" | \"Unigram\" | the model's 'type' must be WordPiece",
        "\"##\" | \"@@\" | 'continuing_subword_prefix' must be ##",
        "\"BertPreTokenizer\" | \"Metaspace\" | the pre_tokenizer's 'type'",
        "\"BertNormalizer\" | \"NFKC\" | the normalizer's 'type'",
        "100, | 200, | 'max_input_chars_per_word' must be 100",
        "\"fish\": 4 | \"fish\": 5 | each once",
        "\"fish\": 4 | \"fish\": 3 | each once",
        "\"fish\": 4 | \"fish\": -1 | each once",
        "\"fish\": 4 | \"fish\": \"4\" | each once",
        "\"fish\": 4 | \"fish\": 4, \"fish\": 5 | not valid JSON",
        "\"[SEP]\": 3 | \"[sep]\": 3 | '[SEP]' is missing",
        "\"fish\" | \"a\\nb\" | line break",
        "{\"truncation | x | not valid JSON",
      })
  void otherTokenizersAreRefused(String part, String other, String reason) throws IOException {
    assertTrue(TOKENIZER.contains(part), part);
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER.replace(part, other));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PretrainedPieces.read(folder));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertTrue(e.getMessage().contains("tokenizer.json"), e.getMessage());
  }

  @Test
  void aFolderWithoutAVocabularyIsRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PretrainedPieces.read(folder));
    assertTrue(e.getMessage().contains("neither tokenizer.json nor vocab.txt"), e.getMessage());
  }

  @Test
  void aFileThatIsNoTextIsRefused() throws IOException {
    Files.write(folder.resolve("vocab.txt"), new byte[] {'[', (byte) 0xFF, (byte) 0xFE});
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PretrainedPieces.read(folder));
    assertTrue(e.getMessage().contains("not UTF-8"), e.getMessage());
  }

  @Test
  void linesMayEndAsOnWindows() throws IOException {
    Files.writeString(folder.resolve("vocab.txt"), "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\na\u2028b");
    PieceVocabulary vocabulary = PretrainedPieces.read(folder).vocabulary();
    assertEquals(5, vocabulary.size());
    assertEquals("a\u2028b", vocabulary.piece(4));
  }

  @Test
  void aNameIsLookedForInTheCacheAndAPathIsNot() throws IOException {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    Path model = Files.createDirectories(cache.resolve("minilm-l6"));
    assertEquals(model, PretrainedFolder.find("minilm-l6", cache));
    assertEquals(folder, PretrainedFolder.find(folder.toString(), cache));
    for (String absent : new String[] {"", "bge-small", "./minilm-l6", "a\0b"}) {
      assertThrows(
          IllegalArgumentException.class, () -> PretrainedFolder.find(absent, cache), absent);
    }
    assertEquals(
        cache.toAbsolutePath(),
        PretrainedFolder.cache(Map.of(PretrainedFolder.VARIABLE, cache.toString())));
    assertTrue(PretrainedFolder.cache(Map.of()).endsWith(Path.of(".cache", "solr-lmtc")));
  }
}
