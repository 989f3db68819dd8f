package org.solrlmtc.core.exactmatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.score.Evidence;
import org.solrlmtc.fixtures.Corpus;

class TestExactMatchExplanations {
  private static final ExactMatchSettings ALL_NAMES =
      new ExactMatchSettings(ZoneSelection.FULL, true, Stemming.PLURALS, 1);
  private static final LegalAct ACT =
      new LegalAct(
          "a",
          "",
          "",
          "On bird flu",
          "",
          List.of("Import of milk", " ", "Avian  Influenzas, and avian influenza: bird flu."),
          "milk");

  private static List<String> texts(List<Evidence> evidence, LegalAct act) {
    return evidence.stream().map(one -> one.text(act)).toList();
  }

  @Test
  void theNamesFoundAreShownWhereTheyStand() {
    ExactMatchScorer scorer = Names.scorer(ALL_NAMES, "milk", "wine", "avian influenza|bird flu");
    assertTrue(scorer.explains());
    List<List<Evidence>> explained = scorer.explain(ACT, new int[] {2, 0, 1}, 10);
    assertEquals(
        List.of("bird flu", "bird flu", "Avian  Influenzas", "avian influenza"),
        texts(explained.get(0), ACT),
        "bird flu is in the header: it is the stronger name");
    Evidence second = explained.get(0).get(1);
    assertEquals(new Evidence(Zone.MAIN_BODY, 2, 40, 48, second.weight()), second);
    assertEquals(List.of("milk", "milk"), texts(explained.get(1), ACT));
    assertEquals(
        List.of(Zone.MAIN_BODY, Zone.ATTACHMENTS),
        explained.get(1).stream().map(Evidence::zone).toList());
    assertEquals(List.of(), explained.get(2));
    assertEquals(1, scorer.explain(ACT, new int[] {2}, 1).get(0).size());
  }

  @Test
  void aNameInsideAStrongerOneIsOmitted() {
    ExactMatchScorer scorer = Names.scorer(ALL_NAMES, "import licence|licence");
    LegalAct act = LegalAct.ofText("a", "an import licence, a licence");
    assertEquals(
        List.of("import licence", "licence"),
        texts(scorer.explain(act, new int[] {0}, 5).get(0), act));
  }

  @Test
  void onlyTheTextThatIsReadIsShown() {
    ExactMatchSettings start =
        new ExactMatchSettings(ZoneSelection.parse("full:2"), false, Stemming.NONE, 1);
    LegalAct act = LegalAct.ofText("a", "milk or milk");
    assertEquals(1, Names.scorer(start, "milk").explain(act, new int[] {0}, 5).get(0).size());
  }

  @Test
  void everyHitHasAPlaceAndEveryPlaceIsAHit() throws IOException {
    ExactMatchScorer scorer = Names.euroVoc(ALL_NAMES);
    int found = 0;
    for (LegalAct act : Corpus.demoActs()) {
      List<PhraseHit> hits = scorer.hits(act);
      Set<Integer> phrases = hits.stream().map(PhraseHit::phrase).collect(Collectors.toSet());
      PhrasePlaces places =
          new PhrasePlaces(scorer.phrases(), phrases, new PhraseAnalyzer(ALL_NAMES.stemming()));
      Map<Zone, Map<Integer, Integer>> counts = new HashMap<>();
      ZoneSelection.FULL.forEachSection(
          act,
          (zone, section, text) ->
              places.forEach(
                  text,
                  (phrase, start, end) ->
                      counts
                          .computeIfAbsent(zone, key -> new HashMap<>())
                          .merge(phrase, 1, Integer::sum)));
      Map<Zone, Map<Integer, Integer>> expected = new HashMap<>();
      hits.forEach(
          hit ->
              expected
                  .computeIfAbsent(hit.zone(), key -> new HashMap<>())
                  .put(hit.phrase(), hit.count()));
      assertEquals(expected, counts, act.id());
      found += hits.size();
    }
    assertTrue(found > 1000, found + " hits");
  }
}
