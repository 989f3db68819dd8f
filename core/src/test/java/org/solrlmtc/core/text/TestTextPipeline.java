package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.bundle.BundleException;

class TestTextPipeline {
  private static final LegalAct ACT =
      new LegalAct("1", "", "", "Fruit, 2 kg", "Whereas FRUIT", List.of(" ", "Étude"), "");

  private static TokenSettings settings(String zones, int maxTokens) {
    return new TokenSettings(ZoneSelection.parse(zones), maxTokens, true, false);
  }

  @Test
  void wordsAreLowerCaseWithMaskedDigitsAndUnknownOnesShareAnId() {
    TextPipeline pipeline =
        new TextPipeline(settings("full", 100), WordList.of(List.of("fruit", "D", "étude")));
    TokenSequence tokens = pipeline.encode(ACT);
    assertArrayEquals(new int[] {2, 3, 1, 1, 2, 4}, tokens.ids());
    assertEquals(new TokenSequence.Place(Zone.HEADER, 0, 7, 8), tokens.places().get(1));
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 1, 0, 5), tokens.places().get(5));
  }

  @Test
  void unknownWordsCanBeSteppedOverAndThenDoNotCount() {
    TokenSettings skipping = new TokenSettings(ZoneSelection.parse("full"), 2, true, true);
    TokenSequence tokens =
        new TextPipeline(skipping, WordList.of(List.of("kg", "étude"))).encode(ACT);
    assertArrayEquals(new int[] {2, 3}, tokens.ids());
    assertEquals(new TokenSequence.Place(Zone.MAIN_BODY, 1, 0, 5), tokens.places().get(1));
    List<String> words = new ArrayList<>();
    TextPipeline.forEachWord(ACT, skipping, (word, zone, section, start, end) -> words.add(word));
    assertEquals(6, words.size());
  }

  @Test
  void theLimitCountsWordsOverAllSections() {
    List<String> words = new ArrayList<>();
    TextPipeline.forEachWord(
        ACT, settings("full", 4), (word, zone, section, start, end) -> words.add(word));
    assertEquals(List.of("fruit", "D", "kg", "whereas"), words);
  }

  @Test
  void settingsAndWordsComeBackFromTheirStoredForm(@TempDir Path folder) throws Exception {
    TokenSettings settings = settings("H+R", 7);
    assertEquals(
        settings,
        TokenSettings.read(new org.solrlmtc.core.bundle.Settings("test", settings.toMap())));
    WordList words = WordList.of(List.of("b", "a"));
    words.write(folder.resolve("words.txt"));
    assertEquals(List.of("b", "a"), WordList.read(folder.resolve("words.txt")).words());
    assertEquals(4, words.size());
  }

  @Test
  void aDamagedWordListIsRefusedByName(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("words.txt");
    Files.write(file, List.of("a", "b", "a"));
    BundleException twice = assertThrows(BundleException.class, () -> WordList.read(file));
    assertTrue(twice.getMessage().contains("'a'"), twice.getMessage());
    Files.write(file, new byte[] {(byte) 0xC3, 0x28});
    BundleException binary = assertThrows(BundleException.class, () -> WordList.read(file));
    assertTrue(binary.getMessage().contains("words.txt"), binary.getMessage());
  }
}
