package org.solrlmtc.core.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestThesaurusNames {
  private static final Thesaurus ENGLISH =
      new Thesaurus(
          new Edition("en", "1", "test"),
          List.of(new Domain("d60", "60", "FOOD")),
          List.of(
              new Microthesaurus("m6016", "6016", "dairy", "d60"),
              new Microthesaurus("m1", "0001", "alone", "")),
          List.of(
              concept("1", "milk", "dairy milk"),
              concept("2", "cheese", "goat cheese"),
              concept("3", "egg")));

  /** Names alone: no structure, and not all entries. */
  private static final Thesaurus FRENCH =
      new Thesaurus(
          new Edition("fr", "1", "test"),
          List.of(new Domain("60", "60", "ALIMENTATION")),
          List.of(new Microthesaurus("6016", "6016", "laiterie", "")),
          List.of(
              new Concept("1", "lait", List.of("Lait de chèvre"), List.of(), List.of(), false),
              new Concept("3", "œuf", List.of(), List.of(), List.of(), false)));

  private final ThesaurusNames own = new ThesaurusNames(ENGLISH, ENGLISH);
  private final ThesaurusNames french = new ThesaurusNames(ENGLISH, FRENCH);

  private static Concept concept(String id, String name, String... others) {
    List<String> broader = id.equals("2") ? List.of("1") : List.of();
    return new Concept(id, name, List.of(others), broader, List.of("m6016"), false);
  }

  private static List<String> ids(List<NameSearch.Match> matches) {
    return matches.stream().map(match -> match.concept().id()).toList();
  }

  @Test
  void whatATranslationLacksKeepsItsOwnName() {
    Concept milk = ENGLISH.concept("1").orElseThrow();
    Concept cheese = ENGLISH.concept("2").orElseThrow();
    assertEquals("lait", french.descriptor(milk));
    assertEquals("fr", french.languageOf(milk));
    assertEquals("cheese", french.descriptor(cheese));
    assertEquals("en", french.languageOf(cheese));
    assertEquals(List.of("goat cheese"), french.alternativeNames(cheese));
  }

  @Test
  void pathsHaveNamesAtEveryLevel() {
    assertEquals(Optional.of(List.of("FOOD")), own.alongDomainPath("0/60"));
    assertEquals(
        Optional.of(List.of("ALIMENTATION", "laiterie", "cheese")),
        french.alongDomainPath("2/60/6016/2"));
    assertEquals(Optional.of(List.of("lait", "cheese")), french.alongBroaderPath("1/1/2"));
  }

  @Test
  void aMicrothesaurusWithoutADomainIsATopLevel() {
    assertEquals(Optional.of(List.of("alone")), own.alongDomainPath("0/0001"));
    assertEquals(Optional.of(List.of("alone", "egg")), own.alongDomainPath("1/0001/3"));
  }

  @Test
  void anUnknownEntryHasNoNames() {
    assertEquals(Optional.empty(), own.alongDomainPath("1/60/9999"));
    assertEquals(Optional.empty(), own.alongBroaderPath("0/404"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "60", "1/60", "0/60/6016", "x/60"})
  void whatIsNotAPathIsRefused(String path) {
    assertThrows(IllegalArgumentException.class, () -> own.alongDomainPath(path));
    assertThrows(IllegalArgumentException.class, () -> own.alongBroaderPath(path));
  }

  @Test
  void aPrefixIsFoundInAllNamesDescriptorsFirst() {
    NameSearch search = new NameSearch(own);
    assertEquals(List.of("1"), ids(search.startingWith("MILK")));
    assertEquals(List.of("2"), ids(search.startingWith("goat")));
    assertEquals("goat cheese", search.startingWith("goat").get(0).name());
    assertEquals(List.of("2", "3", "1"), ids(search.startingWith("")));
  }

  @Test
  void caseAndDiacriticsDoNotMatter() {
    NameSearch search = new NameSearch(french);
    assertEquals(List.of("1"), ids(search.startingWith("lait de chevre")));
    assertEquals(List.of("3"), ids(search.named("Oeuf")));
    assertEquals(List.of("3"), ids(search.named("ŒUF")));
  }

  @Test
  void wordsAreFoundInAnyOrderWithinOneName() {
    NameSearch search = new NameSearch(own);
    assertEquals(List.of("2"), ids(search.withWords("cheese, goat")));
    assertEquals(List.of("1"), ids(search.withWords("mil dai")));
    assertEquals(List.of(), ids(search.withWords("goat milk")));
  }

  @Test
  void aNameIsTheWholeName() {
    NameSearch search = new NameSearch(own);
    assertEquals(List.of("1"), ids(search.named("dairy milk")));
    assertEquals(List.of(), ids(search.named("dairy")));
  }
}
