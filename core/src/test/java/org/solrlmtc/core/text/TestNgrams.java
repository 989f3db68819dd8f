package org.solrlmtc.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActReading;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.settings.Settings;

class TestNgrams {
  private record Seen(long hash, Zone zone, int section, String text) {}

  private static List<Seen> ngrams(int longest, String zones, LegalAct act) {
    return ngrams(
        new NgramSettings(
            Stream.of(zones.split(",")).map(ZoneSelection::parse).collect(Collectors.toList()),
            longest,
            true),
        act);
  }

  private static List<Seen> ngrams(NgramSettings settings, LegalAct act) {
    List<Seen> seen = new ArrayList<>();
    new Ngrams(settings)
        .forEach(
            act,
            new NgramVisitor() {
              private Zone zone;
              private int section;

              @Override
              public void section(int namespace, Zone nextZone, int nextSection) {
                zone = nextZone;
                section = nextSection;
              }

              @Override
              public void ngram(int words, long hash, int start, int end) {
                String text = act.sections(zone).get(section).substring(start, end);
                seen.add(new Seen(hash, zone, section, text));
              }
            });
    return seen;
  }

  private static LegalAct text(String text) {
    return LegalAct.ofText("a", text);
  }

  private static List<String> texts(List<Seen> seen) {
    return seen.stream().map(Seen::text).collect(Collectors.toList());
  }

  private static long hash(String word) {
    List<Seen> seen = ngrams(1, "full", text(word));
    assertEquals(1, seen.size(), word);
    return seen.get(0).hash();
  }

  @Test
  void offsetsPointAtTheNgramsOfEveryLength() {
    assertEquals(
        List.of("Fresh", "milk", "Fresh milk", "No", "milk, No", "Fresh milk, No"),
        texts(ngrams(3, "full", text("Fresh milk, No."))));
  }

  @Test
  void caseDoesNotMatterInAnyLocale() {
    Locale before = Locale.getDefault();
    long lower = hash("import");
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertEquals(lower, hash("IMPORT"));
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(hash("élevage"), hash("ÉLEVAGE"));
    assertNotEquals(hash("elevage"), hash("élevage"));
  }

  @Test
  void digitsAreMaskedOneByOne() {
    assertEquals(hash("2004"), hash("1997"));
    assertEquals(hash("٢٠٠٤"), hash("1997"));
    assertNotEquals(hash("204"), hash("2004"));
    NgramSettings kept = new NgramSettings(List.of(ZoneSelection.FULL), 1, false);
    assertNotEquals(
        ngrams(kept, text("2004")).get(0).hash(), ngrams(kept, text("1997")).get(0).hash());
  }

  @Test
  void wordsMayLieBeyondTheBasicPlaneAndHalfCharactersAreNoWords() {
    assertEquals(List.of("𝒳𝒴", "b"), texts(ngrams(1, "full", text("𝒳𝒴 \uD835 b"))));
  }

  @Test
  void combiningMarksBelongToTheirWord() {
    assertEquals(List.of("cafe\u0301"), texts(ngrams(1, "full", text("cafe\u0301"))));
  }

  @Test
  void ngramsDoNotCrossSectionsAndSectionsKeepTheirNumbers() {
    LegalAct act = new LegalAct("a", "", "", "head", "", List.of("one two", " ", "three"), "");
    List<Seen> seen = ngrams(2, "full", act);
    assertEquals(List.of("head", "one", "two", "one two", "three"), texts(seen));
    assertEquals(
        List.of(0, 0, 0, 0, 2), seen.stream().map(Seen::section).collect(Collectors.toList()));
    assertEquals(Zone.MAIN_BODY, seen.get(4).zone());
  }

  @Test
  void theSameWordsDifferByNamespace() {
    LegalAct act = new LegalAct("a", "", "", "milk", "", List.of("milk"), "");
    List<Seen> seen = ngrams(1, "full,H", act);
    assertEquals(List.of("milk", "milk", "milk"), texts(seen));
    assertEquals(seen.get(0).hash(), seen.get(1).hash());
    assertNotEquals(seen.get(0).hash(), seen.get(2).hash());
  }

  @Test
  void theOrderOfWordsMatters() {
    assertNotEquals(
        ngrams(2, "full", text("a b")).get(2).hash(), ngrams(2, "full", text("b a")).get(2).hash());
  }

  @Test
  void noTwoOfAHundredThousandNgramsShareAHash() {
    Set<Long> hashes = new HashSet<>();
    Set<String> texts = new HashSet<>();
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      words.append(Integer.toString(i, 36).replaceAll("[0-9]", "z")).append(i % 7).append("x ");
    }
    NgramSettings kept = new NgramSettings(List.of(ZoneSelection.FULL), 2, false);
    for (Seen seen : ngrams(kept, text(words.toString()))) {
      hashes.add(seen.hash());
      texts.add(seen.text());
      assertTrue(seen.hash() >= 0 && seen.hash() < Ngrams.HASH_RANGE);
    }
    assertTrue(texts.size() > 30_000);
    assertEquals(texts.size(), hashes.size());
  }

  @Test
  void settingsAreReadAsTheyAreWritten() {
    NgramSettings settings =
        new NgramSettings(List.of(ZoneSelection.parse("H+R:50"), ZoneSelection.FULL), 5, false);
    Map<String, Object> map = new LinkedHashMap<>(settings.toMap());
    Settings reader = new Settings("linear", map);
    assertEquals(settings, NgramSettings.read(reader));
    reader.finish();
  }

  @Test
  void zoneWeightsThatDoNotFitAreRefusedByName() {
    for (List<Double> weights : List.of(List.of(1.0, 2.0), List.of(0.0), List.of(Double.NaN))) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new NgramSettings(
                      List.of(ZoneSelection.FULL),
                      weights,
                      NgramSettings.Normalisation.ACT,
                      1,
                      true,
                      ActReading.RAW));
      assertTrue(refused.getMessage().contains("'zoneWeights'"), refused.getMessage());
    }
  }
}
