package org.solrlmtc.readers.act.page;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jsoup.Jsoup;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestPageMetadata {

  @ParameterizedTest
  @ValueSource(strings = {"<h1><div>x", "<p>ELI: <button>x"})
  void theTextOfNestedElementsIsReadOnce(String nested) {
    String html = nested.repeat(200);
    int read =
        new PageMetadata(Jsoup.parse(html)).placesOfCelex().stream().mapToInt(String::length).sum();
    assertTrue(read <= html.length(), read + " characters of " + html.length());
  }
}
