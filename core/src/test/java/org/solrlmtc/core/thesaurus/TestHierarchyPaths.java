package org.solrlmtc.core.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.solrlmtc.fixtures.TinyThesaurus;

class TestHierarchyPaths {
  private static Concept concept(String id, List<String> broader, String... microthesauri) {
    return new Concept(id, id, List.of(), broader, List.of(microthesauri), false);
  }

  private static HierarchyPaths paths(List<Concept> concepts) {
    return new HierarchyPaths(
        new Thesaurus(
            TinyThesaurus.EDITION,
            List.of(new Domain("d56", "56", "AGRICULTURE"), new Domain("d60", "60", "FOOD")),
            List.of(
                new Microthesaurus("m1", "5641", "fisheries", "d56"),
                new Microthesaurus("m2", "6011", "animal product", "d60"),
                new Microthesaurus("m3", "loose", "without domain", "")),
            concepts));
  }

  private static final List<Concept> SAMPLE =
      List.of(
          concept("1", List.of(), "m1"),
          concept("2", List.of("1"), "m1"),
          concept("3", List.of("1"), "m2"),
          concept("4", List.of("2", "3"), "m1", "m2"),
          concept("5", List.of(), "m3"),
          concept("6", List.of()));

  @Test
  void byDomainGivesDomainMicrothesaurusConcept() {
    assertEquals(List.of("0/56", "1/56/5641", "2/56/5641/2"), paths(SAMPLE).byDomain(List.of("2")));
    assertEquals(
        List.of("0/56", "0/60", "1/56/5641", "1/60/6011", "2/56/5641/4", "2/60/6011/4"),
        paths(SAMPLE).byDomain(List.of("4")));
  }

  @Test
  void byDomainWithoutADomainStartsAtTheMicrothesaurus() {
    assertEquals(List.of("0/loose", "1/loose/5"), paths(SAMPLE).byDomain(List.of("5")));
    assertEquals(List.of(), paths(SAMPLE).byDomain(List.of("6")));
  }

  @Test
  void byBroaderGivesEveryWayDown() {
    assertEquals(
        List.of("0/1", "1/1/2", "1/1/3", "2/1/2/4", "2/1/3/4"),
        paths(SAMPLE).byBroader(List.of("4")));
    assertEquals(List.of("0/6"), paths(SAMPLE).byBroader(List.of("6")));
  }

  @Test
  void severalConceptsAreUnitedSortedOnce() {
    assertEquals(
        List.of("0/56", "1/56/5641", "2/56/5641/1", "2/56/5641/2"),
        paths(SAMPLE).byDomain(List.of("2", "1", "2")));
    assertEquals(List.of("0/1", "0/5", "1/1/2"), paths(SAMPLE).byBroader(List.of("5", "2", "1")));
  }

  @Test
  void anUnknownIdHasNoPath() {
    assertEquals(List.of("0/6"), paths(SAMPLE).byBroader(List.of("nowhere", "6")));
    assertEquals(List.of(), paths(SAMPLE).byDomain(List.of("nowhere")));
  }

  @Test
  void aSlashInAnIdIsRefused() {
    ThesaurusException e =
        assertThrows(ThesaurusException.class, () -> paths(List.of(concept("a/b", List.of()))));
    assertEquals("concept a/b has a slash, which separates the levels of a path", e.getMessage());
  }

  @Test
  void aHierarchyWhosePathsExplodeIsRefused() {
    List<Concept> diamonds = new ArrayList<>();
    diamonds.add(concept("0", List.of()));
    for (int level = 1; level <= 60; level++) {
      String above = Integer.toString(level - 1);
      diamonds.add(concept(level + "l", List.of(above)));
      diamonds.add(concept(level + "r", List.of(above)));
      diamonds.add(concept(Integer.toString(level), List.of(level + "l", level + "r")));
    }
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> paths(diamonds));
    assertTrue(
        e.getMessage().startsWith("concept 10 is reached by more than 1000"), e.getMessage());
    List<Concept> bearable = diamonds.subList(0, 1 + 3 * 9);
    assertEquals(
        512,
        paths(bearable).byBroader(List.of("9")).stream().filter(p -> p.startsWith("18/")).count());
  }

  @Test
  void aHierarchyTooDeepForPathsIsRefused() {
    List<Concept> chain = new ArrayList<>();
    chain.add(concept("0", List.of()));
    for (int i = 1; i < 100_000; i++) {
      chain.add(concept(Integer.toString(i), List.of(Integer.toString(i - 1))));
    }
    ThesaurusException e = assertThrows(ThesaurusException.class, () -> paths(chain));
    assertTrue(e.getMessage().startsWith("concept 100 is reached"), e.getMessage());
    assertEquals(100, paths(chain.subList(0, 100)).byBroader(List.of("99")).size());
  }
}
