package org.solrlmtc.core.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.solrlmtc.core.act.LegalAct;

class TestLanguageIdentifier {
  private static final LanguageIdentifier ENGLISH = new LanguageIdentifier(List.of("en"));

  private static LegalAct title(String title) {
    return new LegalAct("a", "", title, "", "", List.of(), "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | Verordnung der Kommission zur Festsetzung der Ausfuhrerstattungen für Getreide",
        "de | Richtlinie über die Qualität von Wasser für den menschlichen Gebrauch",
        "fr | Règlement fixant les restitutions à l'exportation applicables aux céréales",
        "fr | Décision portant nomination d'un membre suppléant du Comité des régions",
        "es | Directiva relativa a la calidad de las aguas destinadas al consumo humano",
        "pl | Rozporządzenie w sprawie przywozu mleka i przetworów mlecznych z państw trzecich",
        "et | Määrus piima ja piimatoodete kolmandatest riikidest importimise kohta",
        "el | Κανονισμός σχετικά με την εισαγωγή γάλακτος και γαλακτοκομικών προϊόντων",
      })
  void titlesOfOtherLanguagesAreFound(String language, String title) {
    assertEquals(Optional.of(language), ENGLISH.otherLanguage(title(title)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "milk",
        "Regulation",
        "fishing quotas",
        "import licence milk powder",
        "4711/2005 12.3.2005 L 17/4",
        "Commission Regulation fixing export refunds on cereals",
        "Commission Decision entering the name Queijo de Ovelha da Serra (PDO) in the register",
        "Council Decision appointing Mr Jürgen Müller as a member of the Committee of the Regions",
      })
  void englishTitlesAndTextsOfFewWordsAreNot(String title) {
    assertEquals(Optional.empty(), ENGLISH.otherLanguage(title(title)));
  }

  @Test
  void theZonesAreReadWithoutATitle() {
    LegalAct act =
        new LegalAct(
            "a",
            "",
            "",
            "Verordnung Nr. 3",
            "in der Erwägung, dass die Einfuhr von Milch geregelt werden muss,",
            List.of("Diese Verordnung tritt am Tag nach ihrer Veröffentlichung in Kraft."),
            "");
    assertEquals(Optional.of("de"), ENGLISH.otherLanguage(act));
    assertEquals(Optional.of("de"), LanguageIdentifier.mostLikely(act));
    assertEquals(Optional.empty(), LanguageIdentifier.mostLikely(title("Verordnung Nr. 3")));
  }

  @Test
  void aModelOfSeveralLanguagesReadsEachOfThem() {
    LegalAct german = title("Verordnung über den Schutz der Verbraucher bei Kaufverträgen");
    LegalAct english =
        title("Regulation laying down which authority should monitor how firms behave");
    LegalAct french = title("Règlement relatif à la protection des consommateurs lors des ventes");
    LanguageIdentifier both = new LanguageIdentifier(List.of("de", "fr"));
    assertEquals(Optional.empty(), both.otherLanguage(german));
    assertEquals(Optional.empty(), both.otherLanguage(french));
    assertEquals(Optional.of("en"), both.otherLanguage(english));
    LanguageIdentifier unknown = new LanguageIdentifier(List.of());
    assertEquals(Optional.empty(), unknown.otherLanguage(german));
  }

  @Test
  void functionWordsDecideMostTexts() {
    FunctionWords english = new FunctionWords(List.of("en"));
    assertEquals(true, english.recognise("the quality of WATER for human use"));
    assertEquals(false, english.recognise("Verordnung in der Fassung von 1999"));
    assertEquals(false, english.recognise("water water water water water of"));
    assertEquals(false, english.recognise(""));
    assertEquals(false, new FunctionWords(List.of("xx")).recognise("the of and to"));
  }
}
