package org.solrlmtc.readers.act.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestPageMetadata {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<title>EUR-Lex - 12002E047 - EN</title> | 12002E047",
        "<title>EUR-Lex - 12003TN02/18/A - EN</title> | 12003TN02/18/A",
        "<title>EUR-Lex - 01962R0017-19950101 - EN - EUR-Lex</title> | 01962R0017-19950101",
        "<meta property='eli:id_local' content='12012E/TXT'> | 12012E/TXT",
        "<title>Consolidated TEXT: 32009R0715 — EN — 01.06.2013</title> | 02009R0715-20130601",
        "<title>x</title><h1>31992L0111</h1> | 31992L0111",
        "<link rel='canonical' href='https://example.org/eli/reg/2031/901/oj/eng'> | 32031R0901",
      })
  void thePageNamesItsNumber(String html, String number) {
    assertEquals(Optional.of(number), new PageMetadata(Jsoup.parse(html)).celex());
  }

  @ParameterizedTest
  @ValueSource(strings = {"<h1><div>x", "<p>ELI: <button>x"})
  void theTextOfNestedElementsIsReadOnce(String nested) {
    String html = nested.repeat(200);
    int read =
        new PageMetadata(Jsoup.parse(html)).placesOfCelex().stream().mapToInt(String::length).sum();
    assertTrue(read <= html.length(), read + " characters of " + html.length());
  }
}
