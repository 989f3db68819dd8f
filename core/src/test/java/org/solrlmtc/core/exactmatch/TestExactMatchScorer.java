package org.solrlmtc.core.exactmatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.score.ScoredLabel;

class TestExactMatchScorer {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "import licence; An IMPORT LICENCE is needed; 0",
        "import licence; licence to import; ''",
        "import licence; the import, licence or not; 0",
        "import licence; imported licences; ''",
        "import licence; import licences; ''",
        "fishing; over-fishing; 0",
        "fishing; overfishing; ''",
        "Århus (county); ÅRHUS County; 0",
      })
  void findsDescriptorsVerbatim(String descriptor, String text, String found) {
    assertEquals(found, labels(Names.scorer(ExactMatchSettings.PAPER, descriptor), text(text)));
  }

  @Test
  void aPhraseDoesNotRunOverTheBorderOfTwoArticles() {
    LegalAct act = new LegalAct("a", "", "", "", "", List.of("on import", "licence matters"), "");
    assertEquals("", labels(Names.scorer(ExactMatchSettings.PAPER, "import licence"), act));
  }

  @Test
  void foldsPluralsWhenAsked() {
    ExactMatchSettings plurals =
        new ExactMatchSettings(ZoneSelection.FULL, false, Stemming.PLURALS, 1);
    assertEquals("0", labels(Names.scorer(plurals, "import licence"), text("import licences")));
  }

  @Test
  void findsAlternativeNamesWhenAsked() {
    String names = "avian influenza|bird flu";
    ExactMatchSettings alternative =
        new ExactMatchSettings(ZoneSelection.FULL, true, Stemming.NONE, 1);
    assertEquals("", labels(Names.scorer(ExactMatchSettings.PAPER, names), text("bird flu")));
    assertEquals("0", labels(Names.scorer(alternative, names), text("bird flu")));
  }

  @Test
  void searchesOnlyTheSelectedZones() {
    LegalAct act = new LegalAct("a", "", "", "milk", "cheese", List.of("butter"), "cream");
    String[] names = {"milk", "cheese", "butter", "cream"};
    ExactMatchSettings some =
        new ExactMatchSettings(ZoneSelection.parse("H+MB"), false, Stemming.NONE, 1);
    assertEquals("0 2", labels(Names.scorer(some, names), act));
  }

  @Test
  void readsAllWordsOfItsZones() {
    LegalAct act = new LegalAct("a", "", "", "milk", "cheese", List.of("more milk", "x"), "cream");
    ExactMatchSettings some =
        new ExactMatchSettings(ZoneSelection.parse("H+MB"), false, Stemming.NONE, 1);
    assertEquals(4, Names.scorer(some, "milk").wordCount(act));
  }

  @Test
  void omitsShortNamesWhenAsked() {
    ExactMatchSettings four = new ExactMatchSettings(ZoneSelection.FULL, false, Stemming.NONE, 4);
    assertEquals("1", labels(Names.scorer(four, "eel", "pike"), text("eel and pike")));
  }

  @Test
  void ranksTheHeaderFirstAndPartsOfLongerNamesLast() {
    ExactMatchScorer scorer =
        Names.scorer(ExactMatchSettings.PAPER, "licence", "import licence", "milk", "cheese");
    LegalAct act =
        new LegalAct("a", "", "", "cheese", "", List.of("import licence, milk, milk"), "");
    assertEquals("3 2 1 0", labels(scorer, act));
  }

  @Test
  void aRareNameWeighsMoreThanACommonOne() {
    PhraseFrequencies frequencies = new PhraseFrequencies(100, Map.of("common", 90, "rare", 2));
    assertTrue(
        frequencies.weight(new Phrase(0, List.of("rare"), false))
            > 10 * frequencies.weight(new Phrase(1, List.of("common"), false)));
    assertEquals(1, PhraseFrequencies.NONE.weight(new Phrase(0, List.of("rare"), false)));
  }

  @Test
  void everyLabelFoundScoresAboveOneHalf() {
    List<ScoredLabel> labels =
        DecisionRule.above(0.5)
            .decide(
                Names.scorer(ExactMatchSettings.PAPER, "milk", "cheese")
                    .score(List.of(text("milk")))
                    .get(0));
    assertEquals(1, labels.size());
    assertTrue(labels.get(0).score() > 0.5 && labels.get(0).score() < 1);
  }

  @Test
  void anActWithoutTextHasNoLabels() {
    assertEquals("", labels(Names.scorer(ExactMatchSettings.PAPER, "milk"), text(" ")));
  }

  @Test
  void worksTheSameUnderTheTurkishLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertEquals("0", labels(Names.scorer(ExactMatchSettings.PAPER, "fishing"), text("FISHING")));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void settingsSurviveTheirMapForm() {
    ExactMatchSettings settings =
        new ExactMatchSettings(ZoneSelection.parse("H+R:512"), true, Stemming.LIGHT, 3);
    assertEquals(settings, ExactMatchSettings.fromMap(settings.toMap()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "stemming; hard; unknown stemming 'hard': use none, plurals or light",
        "zones; H+X; unknown zone 'X' in zone selection 'H+X'",
        "minimumLenght; 3; unknown exact-match setting 'minimumLenght'",
        "alternativeNames; yes; the exact-match setting 'alternativeNames' must be a Boolean",
      })
  void wrongSettingsAreNamed(String key, String value, String message) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> ExactMatchSettings.fromMap(Map.of(key, value)));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  private static LegalAct text(String text) {
    return LegalAct.ofText("a", text);
  }

  private static String labels(ExactMatchScorer scorer, LegalAct act) {
    return scorer.score(List.of(act)).get(0).top(10).stream()
        .map(ScoredLabel::id)
        .collect(Collectors.joining(" "));
  }
}
