package org.solrlmtc.core.text.pieces;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.core.text.TokenSequence;
import org.solrlmtc.core.text.Tokenizer;
import org.solrlmtc.core.text.Tokenizers;

class TestWordPieceTokenizer {
  private static final int TEN_MILLION = 10_000_000;

  private static final List<String> PIECES =
      List.of(
          "[PAD]",
          "[UNK]",
          "[CLS]",
          "[SEP]",
          "fish",
          "##ing",
          "##eries",
          "##er",
          "##y",
          "the",
          "un",
          "##der",
          "(",
          ")",
          ",",
          "[",
          "]",
          "cls",
          "a",
          "##a",
          "中",
          "文",
          "é",
          "e",
          "##́",
          "istanbul",
          "#",
          "##");

  @TempDir private Path folder;

  @BeforeEach
  void writeAModelsVocabulary() throws IOException {
    Files.write(folder.resolve("vocab.txt"), PIECES);
  }

  private Tokenizer tokenizer(Object... settings) throws IOException {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("type", "word-pieces");
    section.put("pretrained", folder.toString());
    for (int i = 0; i < settings.length; i += 2) {
      section.put((String) settings[i], settings[i + 1]);
    }
    return Tokenizers.spec(new Settings("tokenizer", section)).build(visitor -> 0);
  }

  private static List<String> pieces(TokenSequence tokens) {
    return IntStream.of(tokens.ids()).mapToObj(PIECES::get).toList();
  }

  private List<String> pieces(String text) throws IOException {
    return pieces(tokenizer("specialTokens", "none").tokenize(LegalAct.ofText("1", text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fishing | fish ##ing",
        "The FISHERY,(fisheries) | the fish ##er ##y , ( fish ##eries )",
        "under Fish | un ##der fish",
        // one letter that no piece has: the whole word
        "fishing fishingx the | fish ##ing [UNK] the",
        "中文fish | 中 文 fish",
        "fi\u00ADsh fi\u200Bsh fish\u0000ing | fish fish fish ##ing",
        "fish\u00A0the\u3000the\tthe | fish the the the",
        "fi\u0301shing FI\u0301SH ﬁsh | fish ##ing fish [UNK]",
        "é e\u0301 É | e e e",
        "İstanbul | istanbul",
        // marks of tokenizers in a text are text
        "[CLS] [SEP] | [ cls ] [ [UNK] ]",
        "# ## #fish | # # # # fish",
        "😀 fish😀 fish | [UNK] [UNK] fish",
        // right-to-left
        "שלום fish | [UNK] fish",
        "fish\u202Ething\u202C | [UNK]",
      })
  void wordsAreCutIntoTheLongestPieces(String text, String expected) throws IOException {
    assertEquals(List.of(expected.split(" ")), pieces(text));
  }

  @Test
  void halfACharacterIsDropped() throws IOException {
    assertEquals(List.of("fish", "the"), pieces("fi\uD83Dsh \uDE00the"));
    assertEquals(List.of("fish"), pieces("fish\uD83D"));
  }

  @Test
  void casedModelsKeepCaseAndAccents() throws IOException {
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        "{\"do_lower_case\": false, \"strip_accents\": null, \"tokenize_chinese_chars\": false}");
    assertEquals(List.of("é", "e", "##́", "[UNK]", "fish"), pieces("é e\u0301 É fish"));
    assertEquals(List.of("[UNK]"), pieces("中文"));
  }

  @Test
  void specialTokensStandAroundTheTextAndCountForTheLimit() throws IOException {
    LegalAct act = LegalAct.ofText("1", "fishing, the fisheries");
    assertEquals(
        List.of("[CLS]", "fish", "##ing", ",", "the", "fish", "##eries", "[SEP]"),
        pieces(tokenizer().tokenize(act)));
    assertEquals(
        List.of("[CLS]", "fish", "##ing", "[SEP]"),
        pieces(tokenizer("maxSequenceLength", 4).tokenize(act)));
    assertEquals(
        List.of("[CLS]", "fish", "##ing", ","),
        pieces(tokenizer("maxSequenceLength", 4, "specialTokens", "cls").tokenize(act)));
    assertEquals(
        List.of("fish", "##ing", ",", "the"),
        pieces(tokenizer("maxSequenceLength", 4, "specialTokens", "none").tokenize(act)));
    assertEquals(
        List.of("[CLS]", "fish", "[SEP]"), pieces(tokenizer("maxSequenceLength", 3).tokenize(act)));
  }

  @Test
  void anActWithoutTextHasNoTokens() throws IOException {
    assertEquals(0, tokenizer().tokenize(LegalAct.ofText("1", " \u0000 \u200B")).length());
  }

  @Test
  void placesAreThoseOfWords() throws IOException {
    String text = "the Fi\u0301sh\u00ADing,";
    TokenSequence tokens = tokenizer().tokenize(LegalAct.ofText("1", text));
    List<String> words =
        IntStream.range(0, tokens.length())
            .mapToObj(tokens::place)
            .map(place -> text.substring(place.start(), place.end()))
            .toList();
    assertEquals(List.of("", "the", "Fi\u0301sh\u00ADing", "Fi\u0301sh\u00ADing", ",", ""), words);
    assertFalse(tokens.hasText(0));
    assertTrue(tokens.hasText(1));
    assertFalse(tokens.hasText(5));
    assertEquals(text.length(), tokens.place(5).start());
  }

  @Test
  void zonesAndTheirLimitsAreThoseOfWords() throws IOException {
    LegalAct act =
        new LegalAct(
            "1",
            "Regulation",
            "",
            "the fishing the",
            "fisheries fisheries fisheries",
            List.of("the", "under"),
            "");
    TokenSequence tokens = tokenizer("zones", "H/2+R/1+MB").tokenize(act);
    assertEquals(
        List.of("[CLS]", "the", "fish", "##ing", "fish", "##eries", "the", "un", "##der", "[SEP]"),
        pieces(tokens));
    assertArrayEquals(new int[] {4, 2, 1, 3}, tokens.sectionLengths());
    assertEquals(Zone.HEADER, tokens.place(0).zone());
    assertEquals(Zone.MAIN_BODY, tokens.place(9).zone());
    assertEquals(1, tokens.place(9).section());
  }

  @Test
  void wordsThatAreTooLongAreUnknown() throws IOException {
    assertEquals(100, pieces("a".repeat(100)).size());
    assertEquals(List.of("[UNK]"), pieces("a".repeat(101)));
    // characters, not code units
    assertEquals(List.of("[UNK]", "fish"), pieces("😀".repeat(100) + " fish"));
  }

  @ParameterizedTest
  @CsvSource({
    "0x61,1",
    "0x1F600,1",
    "0x0,0",
    "0x301,0",
    "0x4E2D,510",
    "0x2C,510",
    "0x20,0",
    "0xD83D,0"
  })
  void tenMillionTimesOneThingTakeLittleTimeAndMemory(int codePoint, int expected)
      throws IOException {
    Tokenizer tokenizer = tokenizer();
    TokenSequence tokens =
        tokenizer.tokenize(LegalAct.ofText("1", Character.toString(codePoint).repeat(TEN_MILLION)));
    assertEquals(expected == 0 ? 0 : expected + 2, tokens.length());
  }

  @Test
  void decodingJoinsPiecesAndLeavesOutSpecialTokens() throws IOException {
    Tokenizer tokenizer = tokenizer();
    assertEquals(
        "the fishing , fisheries",
        tokenizer.decode(
            tokenizer.tokenize(LegalAct.ofText("1", "The fishing, xyz fisheries")).ids()));
    assertEquals(1, tokenizer.outOfVocabularyId());
    assertEquals(PIECES.size(), tokenizer.vocabularySize());
  }

  @Test
  void aTokenizerOpensFromItsOwnFiles() throws IOException {
    Files.writeString(folder.resolve("tokenizer_config.json"), "{\"do_lower_case\": false}");
    Tokenizer tokenizer = tokenizer("zones", "H+R/90", "maxSequenceLength", 99);
    Path bundle = Files.createDirectory(folder.resolve("bundle"));
    tokenizer.write(bundle::resolve);
    Tokenizer opened =
        Tokenizers.open(new Settings("tokenizer", tokenizer.settings()), bundle::resolve);
    assertEquals(tokenizer.settings(), opened.settings());
    assertEquals(99, opened.maxSequenceLength());
    LegalAct act = LegalAct.ofText("1", "fishing Fishing é");
    assertArrayEquals(tokenizer.tokenize(act).ids(), opened.tokenize(act).ids());
  }

  @Test
  void aDamagedVocabularyOfABundleIsRefused() throws IOException {
    Tokenizer tokenizer = tokenizer();
    for (String vocabulary :
        List.of("", "[PAD]\n[UNK]\n", "fish\n[PAD]\n[UNK]\n[CLS]\n[SEP]", "[PAD]\n\n[UNK]")) {
      Files.writeString(folder.resolve("vocab.txt"), vocabulary);
      BundleException e =
          assertThrows(
              BundleException.class,
              () ->
                  Tokenizers.open(
                      new Settings("tokenizer", tokenizer.settings()), folder::resolve));
      assertTrue(e.getMessage().contains("vocab.txt"), e.getMessage());
      assertTrue(e.getMessage().contains("copy the bundle again"), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxSequenceLength | 2 | between 3 and",
        "specialTokens | both | cls-sep, cls, none",
        "zones | X | unknown zone",
        "pretrained | '' | needs the setting 'pretrained'",
        "maskDigits | x | unknown tokenizer setting 'maskDigits'",
      })
  void settingsAreChecked(String name, String value, String reason) {
    Object given = value.matches("\\d+") ? (Object) Integer.valueOf(value) : value;
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> tokenizer(name, given));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void aModelThatWasNotFetchedNamesTheCommand() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Tokenizers.spec(
                        new Settings(
                            "tokenizer",
                            Map.of("type", "word-pieces", "pretrained", "no-such-model")))
                    .check());
    assertTrue(e.getMessage().contains("'pretrained' of 'tokenizer'"), e.getMessage());
    assertTrue(e.getMessage().contains("./lmtc pretrained fetch no-such-model"), e.getMessage());
  }
}
