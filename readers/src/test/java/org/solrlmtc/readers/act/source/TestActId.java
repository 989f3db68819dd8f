package org.solrlmtc.readers.act.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule for ids. */
class TestActId {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Regulation (EU) 2031/901 on biscuits | 32031R0901",
        "COMMISSION DELEGATED REGULATION (EU) 2031/901 of 5 May 2031 | 32031R0901",
        "Council Regulation (EC) No 603/2005 amending Regulation (EC) No 1346/2000 | 32005R0603",
        "Regulation (EEC) No 1612/68 of the Council | 31968R1612",
        "Council Regulation (EU, Euratom) 2030/2093 | 32030R2093",
        "DIRECTIVE 95/46/EC OF THE EUROPEAN PARLIAMENT | 31995L0046",
        "Directive (EU) 2019/790 | 32019L0790",
        "Decision No 1082/2013/EU of the European Parliament | 32013D1082",
        "Council Decision (CFSP) 2019/797 | 32019D0797",
        "Council Framework Decision 2002/584/JHA | 32002F0584",
        "COUNCIL DIRECTIVE of 5 May 1985 on tea (85/577/EEC) | 31985L0577",
        "Commission Decision of 5 May 2000 on tea (2000/520/EC) (Text with EEA relevance) |"
            + " 32000D0520",
        "Council Directive of 5 May 1985 amending Directive 77/388/EEC | page",
        "Agreement on tea | page",
        "Regulation No 17 on tea | page",
      })
  void theTitleNamesTheAct(String title, String id) {
    assertEquals(id, id("page.html", Optional.empty(), title));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "32005R0603.html | 32005R0603",
        "32005r0603.html | 32005R0603",
        "CELEX_31971D0005_EN_TXT.html | 31971D0005",
        "02016R0679-20160504.html | 02016R0679-20160504",
        "52031PC0043.html | 52031PC0043",
        "12012e113.html | 12012E113",
        "acts/32005r0603/versions/2005-04-12/en.html | 32005R0603",
        "acts/my 32005r0603/en.html | en",
        "acts/biscuits.html.gz | biscuits",
      })
  void withoutATitleTheFileOrItsFolderNamesTheAct(String path, String id) {
    assertEquals(id, id(path, Optional.empty(), ""));
  }

  @Test
  void whatTheDocumentStatesCountsFirst() {
    assertEquals(
        "02031R0901-20320101",
        id("32030R0001.html", Optional.of("02031R0901-20320101"), "Regulation (EU) 2029/7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "32014L0025R08_corrigendum.html | 32014L0025R(08)",
        "32014l0025r(08).html | 32014L0025R(08)",
        "works/32014l0025r(08)/en.xml | 32014L0025R(08)",
        "32014L0025.html | 32014L0025R-20231103",
        "32099L0001R(02).html | 32014L0025R-20231103",
      })
  void aCorrigendumNeverHasTheIdOfTheCorrectedAct(String path, String id) {
    assertEquals(id, id(path, Optional.of("32014L0025"), "Corrigendum to Directive 2014/25/EU"));
    assertEquals(id, id(path, Optional.empty(), "CORRIGENDUM to Directive 2014/25/EU"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2009R0715 — EN — 01.06.2013 — 003.001 | 02009R0715-20130601",
        "02017R0577 — EN — 21.06.2026 — 001.001 | 02017R0577-20260621",
        "Consolidated TEXT: 32009R0715 — EN — 01.06.2013 | 02009R0715-20130601",
      })
  void theFirstLineOfAConsolidatedTextNamesItsVersion(String line, String id) {
    assertEquals(Optional.of(id), Celex.consolidated(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://data.europa.eu/eli/reg/2016/679/oj | 32016R0679",
        "http://data.europa.eu/eli/dir/2014/0025/corrigendum/2023-11-03/oj | 32014L0025",
        "http://data.europa.eu/eli/reg/1962/17/1995-01-01 | 01962R0017-19950101",
        "http://data.europa.eu/eli/dec_impl/2015/1/oj | 32015D0001",
      })
  void anEliNamesTheAct(String address, String id) {
    assertEquals(Optional.of(id), Celex.fromEli(address));
  }

  @Test
  void documentsOfTheCommissionAreNamedByTheirReference() {
    assertEquals(
        Optional.of("52031PC0043"), ActId.ofCommissionDocument("COM(2031) 43 final", true));
    assertEquals(
        Optional.of("52031DC0043"), ActId.ofCommissionDocument("COM(2031) 43 final", false));
    assertEquals(Optional.of("52031JC0007"), ActId.ofCommissionDocument("JOIN(2031) 7", true));
    assertEquals(Optional.empty(), ActId.ofCommissionDocument("C(2031) 43 final", false));
  }

  private static String id(String path, Optional<String> stated, String title) {
    return ActId.of(new Origin(path, path), stated, title, "20231103");
  }
}
