package org.solrlmtc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.eval.NearDuplicates.Match;

class TestNearDuplicates {
  private static final LegalAct KNOWN =
      new LegalAct(
          "1",
          "Regulation",
          "fixing refunds, 1 May 1999",
          "REGULATION No 1/1999",
          ",\nWhereas the refund was fixed at 10,5 %;",
          List.of("The refund shall be EUR 11.", "It enters into force on 2 May."),
          "ANNEX 1");

  private static NearDuplicates known() {
    NearDuplicates duplicates = new NearDuplicates();
    duplicates.add(KNOWN, List.of("10", "20"));
    return duplicates;
  }

  @Test
  void numbersPunctuationCaseAndOtherZonesDoNotMatter() {
    LegalAct repeated =
        new LegalAct(
            "2",
            "Decision",
            "another title",
            "REGULATION No 7/2000",
            "whereas  the Refund was fixed at 3 %",
            List.of("The refund shall be EUR", "12. It enters into force on 30 May"),
            "");
    assertEquals(Match.SAME_TEXT_AND_LABELS, known().match(repeated, List.of("20", "10")));
    assertEquals(Match.SAME_TEXT, known().match(repeated, List.of("10")));
  }

  @Test
  void anotherWordOrAnotherPlaceOfItMatters() {
    LegalAct june =
        new LegalAct("2", "", "", "", KNOWN.recitals(), List.of("The refund shall be EUR 11."), "");
    assertEquals(Match.NONE, known().match(june, List.of("10", "20")));
    assertEquals(
        Match.NONE,
        known()
            .match(
                new LegalAct(
                    "3", "", "", "", "Whereastherefund was fixed at;", KNOWN.articles(), ""),
                List.of("10", "20")));
  }

  @Test
  void actsWithoutTextRepeatNothing() {
    NearDuplicates duplicates = new NearDuplicates();
    LegalAct empty = new LegalAct("1", "", "title", "header", ",", List.of("1."), "annex");
    duplicates.add(empty, List.of("10"));
    assertEquals(Match.NONE, duplicates.match(empty, List.of("10")));
  }

  @Test
  void findsTheKnownNumberInTheCorpus() throws IOException {
    NearDuplicates duplicates = new NearDuplicates();
    EvaluationCorpus.forEachAct("train", duplicates::add);
    Map<Match, Integer> found = new EnumMap<>(Match.class);
    EvaluationCorpus.forEachAct(
        "dev", (act, labels) -> found.merge(duplicates.match(act, labels), 1, Integer::sum));
    assertEquals(
        Map.of(
            Match.NONE, 6000 - 1015, Match.SAME_TEXT, 1015 - 734, Match.SAME_TEXT_AND_LABELS, 734),
        found);
  }
}
