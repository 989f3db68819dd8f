package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

class TestWordCharacterTokenizer {
  private static final int PER_WORD = 8;

  @TempDir Path folder;

  private final WordCharacterTokenizer tokenizer =
      new WordCharacterTokenizer(
          new WordTokenizerSettings(ZoneSelection.FULL, 100, true, false),
          WordVocabulary.of(List.of("fish", "DDDD")),
          PER_WORD);

  private int[][] tokens(String text) {
    TokenSequence sequence = tokenizer.tokenize(LegalAct.ofText("a", text));
    int[][] tokens = new int[sequence.length()][];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = Arrays.copyOfRange(sequence.ids(), i * (1 + PER_WORD), (i + 1) * (1 + PER_WORD));
    }
    return tokens;
  }

  @Test
  void aWordHasItsIdAndItsCharactersAsTheyAreWritten() {
    int[][] tokens = tokens("Fish, 2015");
    assertArrayEquals(new int[] {2, 259, 71, 106, 116, 105, 260, 261, 261}, tokens[0]);
    assertArrayEquals(new int[] {3, 259, 51, 49, 50, 54, 260, 261, 261}, tokens[1]);
    assertEquals("fish DDDD", tokenizer.decode(join(tokens)));
  }

  private static int[] join(int[][] tokens) {
    return Arrays.stream(tokens).flatMapToInt(Arrays::stream).toArray();
  }

  /** The same words as without characters, so that a network reads as far. */
  @Test
  void outOfVocabularyWordsCanBeSkipped() {
    WordTokenizerSettings settings = new WordTokenizerSettings(ZoneSelection.FULL, 3, true, true);
    WordVocabulary vocabulary = WordVocabulary.of(List.of("fish", "DDDD"));
    WordCharacterTokenizer skipping = new WordCharacterTokenizer(settings, vocabulary, PER_WORD);
    LegalAct act = LegalAct.ofText("a", "The Fish of 2015 and the FISH of 2016");
    TokenSequence read = skipping.tokenize(act);
    TokenSequence words = new WordTokenizer(settings, vocabulary).tokenize(act);
    assertEquals("fish DDDD fish", skipping.decode(read.ids()));
    assertEquals(words.length(), read.length());
    assertEquals(words.skipped(), read.skipped());
    List<String> written = new ArrayList<>();
    skipping.forEachWord(act, ZoneSelection.FULL, written::add);
    assertEquals(List.of("Fish", "2015", "FISH", "2016"), written);
    written.clear();
    tokenizer.forEachWord(act, ZoneSelection.FULL, written::add);
    assertEquals(9, written.size());
  }

  @Test
  void marksAreThoseOfTheFilesPlusOne() {
    assertArrayEquals(new int[] {259, 257, 260, 261}, CharacterIds.textBegin(4));
    assertArrayEquals(new int[] {259, 258, 260}, CharacterIds.textEnd(3));
    assertArrayEquals(new int[] {259, 260, 261}, CharacterIds.ofWord("", 3));
  }

  @Test
  void longWordsAndUnusualCharactersAreCutToTheirFirstBytes() {
    String hostile =
        "x".repeat(10_000) + " é\u0301é\u0301é\u0301é 𝔄𝔅ℭ𝔇 \uD800 漢字漢字 \u0000\u0007 ½² 🐟 ٢٠١٥";
    int[][] tokens = tokens(hostile);
    assertTrue(tokens.length >= 4, tokens.length + " words");
    for (int[] token : tokens) {
      assertEquals(1 + PER_WORD, token.length);
      assertEquals(259, token[1]);
      assertTrue(Arrays.stream(token).skip(1).allMatch(id -> id > 0 && id <= CharacterIds.COUNT));
      assertTrue(Arrays.stream(token).anyMatch(id -> id == 260), "no end mark");
    }
    assertArrayEquals(new int[] {1, 259, 121, 121, 121, 121, 121, 121, 260}, tokens[0]);
    TokenSequence sequence = tokenizer.tokenize(LegalAct.ofText("a", hostile));
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 0, 0, 10_000), sequence.place(0));
  }

  @Test
  void theMaximumSequenceLengthCountsWords() {
    assertEquals(100, tokens("fish ".repeat(300)).length);
  }

  @Test
  void itIsOpenedFromItsSettingsAndFiles() throws Exception {
    tokenizer.write(folder::resolve);
    Tokenizer opened = Tokenizers.open(new Settings("onnx", tokenizer.settings()), folder::resolve);
    assertEquals(tokenizer.settings(), opened.settings());
    LegalAct act = LegalAct.ofText("a", "Fish of 2015");
    assertArrayEquals(tokenizer.tokenize(act).ids(), opened.tokenize(act).ids());
    assertEquals(CharacterIds.COUNT + 1, opened.vocabularySize());
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertRefused(Map.of("charactersPerWord", 2), "'charactersPerWord' must be between 3 and 1000");
    assertRefused(Map.of("characters", 2), "unknown");
  }

  private static void assertRefused(Map<String, Object> settings, String part) {
    Map<String, Object> all = new LinkedHashMap<>(settings);
    all.put("type", WordCharacterTokenizer.TYPE);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Tokenizers.spec(new Settings("onnx", all)));
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }
}
