package org.solrlmtc.core.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestActReading {
  private static final String TITLE = "Regulation (EU) 2031/7 on the import of pears";

  private static LegalAct act(String title, String header) {
    return new LegalAct("id", "", title, header, "", List.of(), "");
  }

  private static String headerRead(ActReading reading, LegalAct act) {
    List<String> read = new ArrayList<>();
    reading.forEachSection(act, ZoneSelection.parse("H"), (zone, number, text) -> read.add(text));
    return String.join("|", read);
  }

  private static String words(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Regulation (EU) 2016/679 on pears | Regulation on pears",
        "Regulation (EU) No 575/2013 on pears | Regulation on pears",
        "Regulation (EC) No 1/2003 and Regulation ( EEC ) No 17 / 62 | Regulation and Regulation",
        "Regulation (EU, Euratom) 2018/1046 on the budget | Regulation on the budget",
        "Regulation No 118/63/EEC of the Council | Regulation of the Council",
        "Directive 2004/18/EC, Decision 2010/48/CFSP | Directive , Decision",
        "Directive (EU) 2031/7 of the European Parliament and of the Council of 6 July 2031 on"
            + " pears| Directive of on pears",
        "on pears (Text with EEA relevance) | on pears",
        "on pears Text with EEA relevance | on pears",
        "(OJ L 165, 21.6.2019, p. 1) | ( )",
        "amended on 3 . 4 . 1968 and 3.4.68 | amended on and",
      })
  void numbersOfActsDatesAndFormulasAreMasked(String text, String expected) {
    String read = headerRead(ActReading.NORMALISED, act("", text));
    assertEquals(expected, words(read));
    assertEquals(text.length(), read.length(), "positions stay those of the text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12 tonnes of pears, 3.5 % of 40 000 hectares",
        "Note on other topics (European pears), No smoking",
        "the Council and the European Parliament of the Union",
        "pears (see Annex I), nota bene 12/7",
        "annotation 1 May",
      })
  void otherTextStays(String text) {
    assertSame(text, CitationMask.mask(text));
  }

  @Test
  void lineBreaksInsideACitationStay() {
    assertEquals("on     \n           \npears", CitationMask.mask("on (EU)\nNo 575/2013\npears"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "21.6.2031\nEN\nOfficial Journal of the European Union\nL 165/1\nREGULATION",
        "L 165/1\nOfficial Journal of the European Union\nEN",
        "Official Journal of the European Communities",
        "Avis juridique important\n|\n32031R0007\nRegulation",
      })
  void theTitleReplacesAHeaderThatIsMissingOrAPageHead(String header) {
    assertEquals(
        "Regulation on the import of pears",
        words(headerRead(ActReading.NORMALISED, act(TITLE, header))));
    assertEquals("", words(headerRead(ActReading.NORMALISED, act("", ""))));
  }

  @Test
  void aHeaderOfItsOwnIsKept() {
    String header = "REGULATION on apples, published in the Official Journal";
    assertEquals(header, headerRead(ActReading.NORMALISED, act(TITLE, header)));
  }

  @Test
  void rawTextIsReadAsItIs() {
    assertEquals(TITLE, headerRead(ActReading.RAW, act("", TITLE)));
    assertEquals("", headerRead(ActReading.RAW, act(TITLE, "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "(EU", "No ", "12.", "OJ L", "of the European", "2016/", "(EU) No"})
  void aTextThatEndsWithinACitationIsRead(String end) {
    String text = "pears " + end;
    assertEquals(text.length(), headerRead(ActReading.NORMALISED, act("", text)).length());
  }

  @Test
  void maskingIsLinearInTheLengthOfHostileText() {
    for (String unit : List.of("(EU ", "of the ", "1 ", "OJ L 1, ", "(EU,", "Text with ")) {
      String text = unit.repeat(1_000_000 / unit.length());
      assertEquals(text.length(), CitationMask.mask(text).length());
    }
  }

  @Test
  void anUnknownReadingIsRefusedByName() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> ActReading.parse("loud")).getMessage();
    assertTrue(message.contains("'reading'") && message.contains("raw, normalised"), message);
  }
}
