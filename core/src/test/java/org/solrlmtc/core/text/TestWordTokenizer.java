package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.settings.Settings;

class TestWordTokenizer {
  private static final LegalAct ACT =
      new LegalAct("1", "", "", "Fruit, 2 kg", "Whereas FRUIT", List.of(" ", "Étude"), "");

  private static WordTokenizerSettings settings(String zones, int maxSequenceLength) {
    return new WordTokenizerSettings(ZoneSelection.parse(zones), maxSequenceLength, true, false);
  }

  @Test
  void wordsAreLowerCaseWithMaskedDigitsAndUnknownOnesShareAnId() {
    WordTokenizer pipeline =
        new WordTokenizer(settings("full", 100), WordVocabulary.of(List.of("fruit", "D", "étude")));
    TokenSequence tokens = pipeline.tokenize(ACT);
    assertArrayEquals(new int[] {2, 3, 1, 1, 2, 4}, tokens.ids());
    assertEquals(6, tokens.length());
    assertEquals(1, tokens.idsPerToken());
    // header, recitals and the second article: the first is blank
    assertArrayEquals(new int[] {3, 2, 1}, tokens.sectionLengths());
    assertEquals(new TokenSequence.Place(Zone.HEADER, 0, 7, 8), tokens.place(1));
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 1, 0, 5), tokens.place(5));
  }

  @Test
  void outOfVocabularyWordsCanBeSkippedAndThenDoNotCount() {
    WordTokenizerSettings skipping =
        new WordTokenizerSettings(ZoneSelection.parse("full"), 2, true, true);
    TokenSequence tokens =
        new WordTokenizer(skipping, WordVocabulary.of(List.of("kg", "étude"))).tokenize(ACT);
    assertArrayEquals(new int[] {2, 3}, tokens.ids());
    assertEquals(4, tokens.skipped(), "fruit, D, whereas, fruit");
    assertArrayEquals(new int[] {1, 1}, tokens.sectionLengths());
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 1, 0, 5), tokens.place(1));
    List<String> words = new ArrayList<>();
    WordTokenizer.forEachWord(ACT, skipping, (word, zone, section, start, end) -> words.add(word));
    assertEquals(6, words.size());
  }

  @Test
  void theLimitCountsWordsOverAllSections() {
    List<String> words = new ArrayList<>();
    WordTokenizer.forEachWord(
        ACT, settings("full", 4), (word, zone, section, start, end) -> words.add(word));
    assertEquals(List.of("fruit", "D", "kg", "whereas"), words);
  }

  @Test
  void aLimitCutsWithinASectionAndKeepsTheSectionsBefore() {
    LegalAct act = new LegalAct("1", "", "", "a b", "c", List.of("d e f", " ", "g h", "i j"), "k");
    WordVocabulary words = WordVocabulary.of(List.of("a"));
    assertArrayEquals(
        new int[] {2, 1, 3, 2, 2, 1},
        new WordTokenizer(settings("full", 100), words).tokenize(act).sectionLengths());
    assertArrayEquals(
        new int[] {2, 1, 3, 1},
        new WordTokenizer(settings("full", 7), words).tokenize(act).sectionLengths());
    assertArrayEquals(
        new int[] {2, 1, 2, 1},
        new WordTokenizer(settings("H+R+MB/2+A", 100), words).tokenize(act).sectionLengths());
  }

  @Test
  void sectionsAfterTheMaximumAreNotReadAndEmptyOnesDoNotCount() {
    LegalAct act = new LegalAct("1", "", "", "a x", "x", List.of("x", "a x a", " ", "a"), "a");
    WordTokenizerSettings settings =
        new WordTokenizerSettings(ZoneSelection.FULL, 9, true, true, ActReading.RAW, 2);
    WordTokenizer tokenizer = new WordTokenizer(settings, WordVocabulary.of(List.of("a")));
    TokenSequence tokens = tokenizer.tokenize(act);
    assertArrayEquals(new int[] {1, 2}, tokens.sectionLengths());
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 1, 4, 5), tokens.place(2));
    assertEquals(2, tokenizer.maxSections());
    assertEquals(settings, WordTokenizerSettings.read(new Settings("test", settings.toMap())));
    List<String> words = new ArrayList<>();
    WordTokenizer.forEachWord(act, settings, (word, zone, section, start, end) -> words.add(word));
    assertEquals(9, words.size(), "words that will be skipped count for the vocabulary");
    assertEquals(
        "the setting 'maxSections' must be between 1 and 100000, not 0",
        assertThrows(
                IllegalArgumentException.class,
                () -> WordTokenizerSettings.read(new Settings("test", Map.of("maxSections", 0))))
            .getMessage());
  }

  @Test
  void settingsAndWordsComeBackFromTheirStoredForm(@TempDir Path folder) throws Exception {
    WordTokenizerSettings settings = settings("H+R", 7);
    assertEquals(settings, WordTokenizerSettings.read(new Settings("test", settings.toMap())));
    WordVocabulary words = WordVocabulary.of(List.of("b", "a"));
    words.write(folder.resolve("words.txt"));
    assertEquals(List.of("b", "a"), WordVocabulary.read(folder.resolve("words.txt")).words());
    assertEquals(4, words.size());
  }

  @Test
  void aDamagedWordListIsRefusedByName(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("words.txt");
    Files.write(file, List.of("a", "b", "a"));
    BundleException twice = assertThrows(BundleException.class, () -> WordVocabulary.read(file));
    assertTrue(twice.getMessage().contains("'a'"), twice.getMessage());
    Files.write(file, new byte[] {(byte) 0xC3, 0x28});
    BundleException binary = assertThrows(BundleException.class, () -> WordVocabulary.read(file));
    assertTrue(binary.getMessage().contains("words.txt"), binary.getMessage());
  }

  @Test
  void aTokenizerComesBackFromItsSettingsAndFiles(@TempDir Path folder) throws Exception {
    Tokenizer tokenizer =
        new WordTokenizer(settings("full", 4), WordVocabulary.of(List.of("fruit", "D")));
    tokenizer.write(folder::resolve);
    Tokenizer opened =
        Tokenizers.open(new Settings("onnx tokenizer", tokenizer.settings()), folder::resolve);
    assertEquals("words", opened.type());
    assertEquals(tokenizer.settings(), opened.settings());
    assertEquals(4, opened.vocabularySize());
    assertArrayEquals(tokenizer.tokenize(ACT).ids(), opened.tokenize(ACT).ids());
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class,
            () -> Tokenizers.open(new Settings("t", Map.of("type", "pieces")), folder::resolve));
    assertTrue(
        unknown.getMessage().startsWith("unknown tokenizer 'pieces'; known"), unknown::getMessage);
  }

  @Test
  void idsBecomeAText() {
    Tokenizer tokenizer =
        new WordTokenizer(settings("full", 9), WordVocabulary.of(List.of("fruit", "D")));
    assertEquals("D fruit D", tokenizer.decode(new int[] {3, 0, 2, 1, 3}));
    assertEquals("", tokenizer.decode(new int[] {Tokenizer.PADDING_ID}));
    assertEquals("", tokenizer.decode(new int[] {tokenizer.outOfVocabularyId()}));
  }

  @Test
  void theVocabularyIsSelectedByDocumentFrequency() throws Exception {
    assertEquals(List.of("b", "a", "d"), vocabulary(Map.of("maxDocFrequencyRatio", 0.8)));
    assertEquals(List.of("c", "b", "a"), vocabulary(Map.of("maxVocabularySize", 3)));
    assertEquals(List.of("c", "b", "a", "d", "e"), vocabulary(Map.of("minDocFrequency", 1)));
    IllegalArgumentException none =
        assertThrows(
            IllegalArgumentException.class, () -> vocabulary(Map.of("minDocFrequency", 9)));
    assertTrue(none.getMessage().startsWith("no word occurs in 9 training acts"), none::getMessage);
    IllegalArgumentException wrong =
        assertThrows(
            IllegalArgumentException.class, () -> vocabulary(Map.of("minDocFrequency", 0)));
    assertTrue(wrong.getMessage().contains("'minDocFrequency'"), wrong::getMessage);
    IllegalArgumentException unknown =
        assertThrows(IllegalArgumentException.class, () -> vocabulary(Map.of("minimum", 1)));
    assertTrue(unknown.getMessage().contains("'minimum'"), unknown::getMessage);
  }

  /** Of five acts: c is in all, b in four, a and d in two, e in one, however often. */
  private static List<String> vocabulary(Map<String, Object> settings) throws Exception {
    List<String> texts = List.of("c b a a a", "c b a", "c b d", "c b d e e e e", "c");
    Tokenizer built =
        Tokenizers.spec(new Settings("onnx tokenizer", settings))
            .build(
                visitor -> {
                  texts.forEach(text -> visitor.accept(LegalAct.ofText("a", text)));
                  return texts.size();
                });
    return IntStream.range(2, built.vocabularySize())
        .mapToObj(id -> built.decode(new int[] {id}))
        .toList();
  }

  @Test
  void longActsOfManySectionsFit() {
    List<String> articles = Collections.nCopies(40, "fruit ".repeat(20));
    TokenSequence tokens =
        new WordTokenizer(settings("full", 1000), WordVocabulary.of(List.of("fruit")))
            .tokenize(new LegalAct("1", "", "", "", "", articles, ""));
    assertEquals(800, tokens.length());
    assertEquals(40, tokens.sectionLengths().length);
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 39, 114, 119), tokens.place(799));
  }
}
