package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;

class TestDatasetThesaurusReader {
  static final String DATASET =
      """
      {"1": {"concept_id": "1", "label": "trade", "alt_labels": [], "parents": []},
       "2": {"concept_id": "2", "label": "import", "alt_labels": ["imports\\n", " "],
             "parents": ["1", "404"]}}
      """;

  static final String EDITION =
      """
      {"issued": "2021-06-04",
       "domains": {"100142": {"code": "04", "label": "04 POLITICS"}},
       "microthesauri": {
         "100163": {"notation": 406, "label": "0406 political framework", "domain": "100142",
                    "topConcepts": ["1"]},
         "100999": {"notation": 411, "label": "without code", "domain": "404", "topConcepts": []}},
       "concepts": {
         "1": {"prefLabel": "political\\u00a0 ideology", "altLabels": ["ideology"],
               "broader": [], "microthesauri": ["100163", "404"]},
         "2": {"prefLabel": "anarchism", "altLabels": [], "broader": ["1", "404"],
               "microthesauri": ["100163"]}}}
      """;

  static final String NAMES =
      """
      {"issued": "2021-06-04", "language": "fr",
       "domains": {"100142": "04 VIE POLITIQUE"},
       "microthesauri": {"100141": "EuroVoc", "100163": "0406 cadre politique"},
       "concepts": {"1": {"prefLabel": "idéologie  politique"},
                    "2": {"prefLabel": "anarchisme", "altLabels": ["anarchie"]}}}
      """;

  private static LoadedThesaurus read(String json) {
    return DatasetThesaurusReader.read(json.getBytes(StandardCharsets.UTF_8), "en", "test.json");
  }

  private static String refusal(String json) {
    return assertThrows(ThesaurusException.class, () -> read(json)).getMessage();
  }

  @Test
  void readsTheDataSetsForm() {
    LoadedThesaurus loaded = read(DATASET);
    assertEquals(
        List.of(
            new Concept("1", "trade", List.of(), List.of(), List.of(), false),
            new Concept("2", "import", List.of("imports"), List.of("1"), List.of(), false)),
        List.copyOf(loaded.thesaurus().concepts()));
    assertEquals(new Edition("en", "unknown", "test.json"), loaded.thesaurus().edition());
    assertEquals(
        List.of("dropped references to an unknown broader concept: 1, such as 2 -> 404"),
        loaded.notes());
  }

  @Test
  void readsTheNamesOfAnEditionInAnotherLanguage() {
    Thesaurus french =
        DatasetThesaurusReader.read(NAMES.getBytes(StandardCharsets.UTF_8), "fr", "test.json")
            .thesaurus();
    assertEquals(new Edition("fr", "2021-06-04", "test.json"), french.edition());
    assertEquals(
        List.of(new Domain("100142", "04", "VIE POLITIQUE")), List.copyOf(french.domains()));
    assertEquals(
        List.of(new Microthesaurus("100163", "0406", "cadre politique", "")),
        List.copyOf(french.microthesauri()));
    assertEquals(
        List.of(
            new Concept("1", "idéologie politique", List.of(), List.of(), List.of(), false),
            new Concept("2", "anarchisme", List.of("anarchie"), List.of(), List.of(), false)),
        List.copyOf(french.concepts()));
    assertTrue(refusal(NAMES).contains("its names are in 'fr', not in 'en'"));
  }

  @Test
  void readsAnEdition() {
    LoadedThesaurus loaded = read(EDITION);
    Thesaurus thesaurus = loaded.thesaurus();
    assertEquals("2021-06-04", thesaurus.edition().version());
    assertEquals(List.of(new Domain("100142", "04", "POLITICS")), List.copyOf(thesaurus.domains()));
    assertEquals(
        List.of(
            new Microthesaurus("100163", "0406", "political framework", "100142"),
            new Microthesaurus("100999", "0411", "without code", "")),
        List.copyOf(thesaurus.microthesauri()));
    assertEquals(
        List.of(
            new Concept(
                "1",
                "political ideology",
                List.of("ideology"),
                List.of(),
                List.of("100163"),
                false),
            new Concept("2", "anarchism", List.of(), List.of("1"), List.of("100163"), false)),
        List.copyOf(thesaurus.concepts()));
    assertEquals(
        List.of(
            "dropped references to an unknown broader concept: 1, such as 2 -> 404",
            "dropped references to an unknown microthesaurus: 1, such as 1 -> 404",
            "dropped references to an unknown domain: 1, such as 100999 -> 404"),
        loaded.notes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "\"trade\" # \" \" # concept 1: \"label\" must be a text that is not empty",
        "\"label\": \"trade\", # # concept 1: \"label\" must be a text that is not empty",
        "\"parents\": [] # \"parents\": \"2\" # concept 1: \"parents\" must be a list of texts",
        "\"parents\": [] # \"parents\": [2] # concept 1: \"parents\" must be a list of texts",
        "\"2\": { # \"1\": { # line 2: Duplicate field '1'",
      })
  void refusesWithTheEntry(String from, String to, String message) {
    assertEquals(message, refusal(DATASET.replaceFirst(Pattern.quote(from), to == null ? "" : to)));
  }

  @Test
  void refusesWhatIsNoThesaurus() {
    assertEquals("it has no concepts", refusal("{}"));
    assertTrue(refusal(DATASET + "{}").startsWith("line 4: "), "content after the object");
  }

  @Test
  void aCycleAmongParentsIsShown() {
    String message = refusal(DATASET.replace("\"parents\": []", "\"parents\": [\"2\"]"));
    assertTrue(message.contains("1 > 2 > 1"), message);
  }

  @Test
  void aFileCutAnywhereIsRefused() {
    String complete = EDITION.strip();
    for (int length = 1; length < complete.length(); length++) {
      String message = refusal(complete.substring(0, length));
      assertTrue(message.startsWith("line "), message);
    }
  }

  @Test
  void nestingWithoutEndIsRefused() {
    String message = refusal("{\"a\":".repeat(100_000));
    assertTrue(message.contains("nesting depth"), message);
  }
}
