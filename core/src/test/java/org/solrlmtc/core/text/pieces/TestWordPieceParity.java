package org.solrlmtc.core.text.pieces;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.Tokenizers;
import org.solrlmtc.fixtures.Corpus;

/** The ids are those of Hugging Face's tokenizer, in whose native library nothing is ours. */
class TestWordPieceParity {
  private static final Path NATIVE = Path.of("target", "djl").toAbsolutePath();

  @TempDir private Path folder;

  /** The binding unpacks its library there, and must ask nobody whether it may. */
  @BeforeAll
  static void keepTheBindingToItself() {
    System.setProperty("DJL_CACHE_DIR", NATIVE.toString());
    System.setProperty("ENGINE_CACHE_DIR", NATIVE.toString());
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.offline", "true");
  }

  private static HuggingFaceTokenizer oracle(Path model, int maxLength) throws IOException {
    return HuggingFaceTokenizer.newInstance(
        model.resolve("tokenizer.json"),
        Map.of(
            "truncation",
            Boolean.toString(maxLength > 0),
            "maxLength",
            Integer.toString(Math.max(maxLength, 1)),
            "modelMaxLength",
            "100000",
            "padding",
            "false"));
  }

  private static Tokenizer tokenizer(Path model, int maxLength) throws IOException {
    return Tokenizers.spec(
            new Settings(
                "tokenizer",
                Map.of(
                    "type",
                    "word-pieces",
                    "pretrained",
                    model.toAbsolutePath().toString(),
                    "maxSequenceLength",
                    maxLength)))
        .build(visitor -> 0);
  }

  private static int[] ids(HuggingFaceTokenizer oracle, String text) {
    return Arrays.stream(oracle.encode(text).getIds()).mapToInt(Math::toIntExact).toArray();
  }

  /** A small model whose pieces show what becomes of a character between two others. */
  private void writeModel() throws IOException {
    List<String> pieces = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"));
    for (char c = ' ' + 1; c < 0x3000; c++) {
      pieces.add(String.valueOf(c));
      pieces.add("##" + c);
    }
    Map<String, Integer> vocabulary = new LinkedHashMap<>();
    pieces.forEach(piece -> vocabulary.putIfAbsent(piece, vocabulary.size()));
    Map<String, Object> special =
        Map.of("[CLS]", special("[CLS]", 2), "[SEP]", special("[SEP]", 3));
    Map<String, Object> tokenizer = new LinkedHashMap<>();
    tokenizer.put("version", "1.0");
    tokenizer.put("added_tokens", List.of());
    tokenizer.put(
        "normalizer",
        Map.of(
            "type",
            "BertNormalizer",
            "clean_text",
            true,
            "handle_chinese_chars",
            true,
            "lowercase",
            true));
    tokenizer.put("pre_tokenizer", Map.of("type", "BertPreTokenizer"));
    tokenizer.put(
        "post_processor",
        Map.of(
            "type",
            "TemplateProcessing",
            "single",
            List.of(
                Map.of("SpecialToken", Map.of("id", "[CLS]", "type_id", 0)),
                Map.of("Sequence", Map.of("id", "A", "type_id", 0)),
                Map.of("SpecialToken", Map.of("id", "[SEP]", "type_id", 0))),
            "pair",
            List.of(
                Map.of("Sequence", Map.of("id", "A", "type_id", 0)),
                Map.of("Sequence", Map.of("id", "B", "type_id", 0))),
            "special_tokens",
            special));
    tokenizer.put(
        "model",
        Map.of(
            "type",
            "WordPiece",
            "unk_token",
            "[UNK]",
            "continuing_subword_prefix",
            "##",
            "max_input_chars_per_word",
            100,
            "vocab",
            vocabulary));
    new JsonMapper().writeValue(folder.resolve("tokenizer.json").toFile(), tokenizer);
  }

  private static Map<String, Object> special(String token, int id) {
    return Map.of("id", token, "ids", List.of(id), "tokens", List.of(token));
  }

  /**
   * All characters of Europe and East Asia, symbols and private use. The library's tables are of
   * Unicode 8; in other ranges Java knows marks and punctuation that came later.
   */
  @Test
  void everyCharacterBecomesTheSamePieces() throws IOException {
    writeModel();
    Tokenizer ours = tokenizer(folder, 512);
    int[][] ranges = {
      {0, 0x7FC},
      {0x1E00, 0x2E42},
      {0x3000, 0xA82B},
      {0xAA00, 0xFFFF},
      {0x1D000, 0x1DFFF},
      {0x1F000, Character.MAX_CODE_POINT}
    };
    List<String> different = new ArrayList<>();
    try (HuggingFaceTokenizer oracle = oracle(folder, 0)) {
      for (int[] range : ranges) {
        for (int c = range[0]; c <= range[1]; c++) {
          if (Character.getType(c) == Character.SURROGATE
              || Character.getType(c) == Character.UNASSIGNED) {
            continue;
          }
          String text = "a" + Character.toString(c) + "b";
          if (!Arrays.equals(ids(oracle, text), ours.tokenize(LegalAct.ofText("1", text)).ids())) {
            different.add(Integer.toHexString(c) + " " + Character.getName(c));
          }
        }
      }
    }
    assertEquals("", String.join("\n", different));
  }

  @Test
  void randomTextsOfAllScriptsBecomeTheSamePieces() throws IOException {
    writeModel();
    Tokenizer ours = tokenizer(folder, 512);
    Random random = new Random(3);
    String alphabet = "aZ éÉ\u0301\u0327Iİß-,.«»中文\uAC00가אבاًﬁ\u00AD\u200B\u00A0\t\n😀ΣςÅ½²´`^$€";
    int[] characters = alphabet.codePoints().toArray();
    try (HuggingFaceTokenizer oracle = oracle(folder, 0)) {
      for (int round = 0; round < 3_000; round++) {
        StringBuilder text = new StringBuilder("a");
        for (int i = random.nextInt(40); i >= 0; i--) {
          text.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        assertArrayEquals(
            ids(oracle, text.toString()),
            ours.tokenize(LegalAct.ofText("1", text.toString())).ids(),
            text.toString());
      }
    }
  }

  @Test
  void everyDevActHasTheSamePieces() throws IOException {
    Path model = PretrainedFolder.cache().resolve("minilm-l6");
    assumeTrue(
        Files.isDirectory(model),
        "minilm-l6 is not fetched: run ./lmtc pretrained fetch minilm-l6");
    Path dev = Corpus.file("dev.jsonl.gz");
    Tokenizer whole = tokenizer(model, 100_000);
    Tokenizer first = tokenizer(model, 128);
    AtomicInteger acts = new AtomicInteger();
    try (HuggingFaceTokenizer oracle = oracle(model, 0);
        HuggingFaceTokenizer truncating = oracle(model, 128)) {
      Corpus.forEachAct(
          dev,
          (act, concepts) -> {
            String text = ZoneSelection.FULL.text(act);
            assertArrayEquals(ids(oracle, text), whole.tokenize(act).ids(), act.id());
            assertArrayEquals(ids(truncating, text), first.tokenize(act).ids(), act.id());
            acts.incrementAndGet();
          });
    }
    assertTrue(acts.get() >= 6_000, acts + " acts");
  }
}
