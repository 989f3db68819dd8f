package org.solrlmtc.core.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestThesaurus {
  private static final Edition EDITION = new Edition("en", "1", "test");

  private static Concept concept(String id, String... broader) {
    return new Concept(id, "name of " + id, List.of(), List.of(broader), List.of(), false);
  }

  private static Thesaurus of(Concept... concepts) {
    return new Thesaurus(EDITION, List.of(), List.of(), List.of(concepts));
  }

  private static String refusal(Runnable building) {
    return assertThrows(ThesaurusException.class, building::run).getMessage();
  }

  @Test
  void knowsWhatIsAboveAndBelow() {
    Thesaurus thesaurus =
        of(concept("d", "b", "c"), concept("c", "a"), concept("b", "a"), concept("a"));
    assertEquals(List.of("c", "b"), thesaurus.narrower("a"));
    assertEquals(List.of("b", "c", "a"), List.copyOf(thesaurus.ancestors("d")));
    assertEquals(List.of(), thesaurus.narrower("d"));
    assertEquals(List.of(), List.copyOf(thesaurus.ancestors("unknown")));
  }

  @Test
  void aCycleIsRefusedAndShown() {
    assertEquals(
        "concept b is broader than itself through the cycle b > c > d > b, where each names the"
            + " next as broader; take one of these relations out",
        refusal(
            () ->
                of(
                    concept("below", "b"),
                    concept("b", "top", "c"),
                    concept("top"),
                    concept("c", "d"),
                    concept("d", "b"))));
    assertTrue(refusal(() -> of(concept("a", "a"))).contains("cycle a > a,"));
  }

  @Test
  void aLongCycleIsFoundFastAndShownShort() {
    List<Concept> ring = new ArrayList<>();
    int size = 200_000;
    for (int i = 0; i < size; i++) {
      ring.add(concept("c" + i, "c" + (i + 1) % size));
    }
    String message = refusal(() -> new Thesaurus(EDITION, List.of(), List.of(), ring));
    assertTrue(message.contains("c0 > c1 > ") && message.contains("(200000 concepts)"), message);
    assertTrue(message.length() < 500, message);
  }

  @Test
  void referencesThatLeadNowhereAreRefused() {
    assertEquals(
        "concept a names the unknown broader concept x", refusal(() -> of(concept("a", "x"))));
    assertEquals(
        "concept a names the unknown microthesaurus m",
        refusal(() -> of(new Concept("a", "a", List.of(), List.of(), List.of("m"), false))));
    assertEquals(
        "microthesaurus m names the unknown domain d",
        refusal(
            () ->
                new Thesaurus(
                    EDITION,
                    List.of(),
                    List.of(new Microthesaurus("m", "1", "m", "d")),
                    List.of())));
  }

  @Test
  void idsCodesAndNotationsAreUnique() {
    assertEquals(
        "concept a has the id a, already taken", refusal(() -> of(concept("a"), concept("a"))));
    assertEquals(
        "domain e has the code 04, already taken",
        refusal(
            () ->
                new Thesaurus(
                    EDITION,
                    List.of(new Domain("d", "04", "x"), new Domain("e", "04", "y")),
                    List.of(),
                    List.of())));
    assertEquals(
        "microthesaurus n has the notation 0406, already taken",
        refusal(
            () ->
                new Thesaurus(
                    EDITION,
                    List.of(),
                    List.of(
                        new Microthesaurus("m", "0406", "x", ""),
                        new Microthesaurus("n", "0406", "y", "")),
                    List.of())));
  }

  @Test
  void idsAndNamesAreNotBlank() {
    assertEquals("concept  has no id", refusal(() -> of(concept(""))));
    assertEquals(
        "concept a has an empty name",
        refusal(() -> of(new Concept("a", "x", List.of(" "), List.of(), List.of(), false))));
  }

  @Test
  void aConceptListsNothingTwice() {
    Concept concept =
        new Concept("a", "x", List.of("y", "x", "y"), List.of("b", "b"), List.of("m", "m"), false);
    assertEquals(new Concept("a", "x", List.of("y"), List.of("b"), List.of("m"), false), concept);
  }

  @Test
  void domainsComeThroughMicrothesauri() {
    Domain domain = new Domain("d", "04", "POLITICS");
    Concept concept = new Concept("a", "a", List.of(), List.of(), List.of("m", "n", "o"), false);
    Thesaurus thesaurus =
        new Thesaurus(
            EDITION,
            List.of(domain),
            List.of(
                new Microthesaurus("m", "1", "m", "d"),
                new Microthesaurus("n", "2", "n", "d"),
                new Microthesaurus("o", "3", "o", "")),
            List.of(concept));
    assertEquals(List.of(domain), thesaurus.domainsOf(concept));
  }

  @Test
  void aLanguageMustBeATag() {
    assertEquals("pt-br", new Edition("pt-BR", "", "").language());
    assertEquals(
        "'english' is not a language tag; give one such as en, fr or de",
        refusal(() -> new Edition("English", "1", "x")));
  }
}
