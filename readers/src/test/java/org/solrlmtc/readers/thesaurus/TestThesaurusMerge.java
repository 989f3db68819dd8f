package org.solrlmtc.readers.thesaurus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusException;
import org.solrlmtc.core.thesaurus.ThesaurusTsv;

class TestThesaurusMerge {
  private static final LoadedThesaurus NEW =
      new LoadedThesaurus(
          new Thesaurus(
              new Edition("en", "2021", "new.json"),
              List.of(new Domain("d", "04", "POLITICS")),
              List.of(
                  new Microthesaurus("m", "0406", "framework", "d"),
                  new Microthesaurus("n", "0411", "party", "d")),
              List.of(
                  new Concept("1", "air quality", List.of("air"), List.of(), List.of("m"), false),
                  new Concept("2", "kept", List.of(), List.of("1"), List.of("n"), false),
                  new Concept("3", "added", List.of("fresh"), List.of("2"), List.of("n"), false))),
          List.of("note of new"));

  private static final LoadedThesaurus OLD =
      new LoadedThesaurus(
          new Thesaurus(
              new Edition("en", "", "old.json"),
              List.of(),
              List.of(),
              List.of(
                  concept("1", "pollution", "smog"),
                  concept("d", "04 POLITICS"),
                  withBroader("2", "kept", "z"),
                  withBroader("x", "gone", "1", "2", "d"),
                  withBroader("y", "gone below gone", "x"),
                  concept("z", "gone alone"))),
          List.of("note of old"));

  private static Concept concept(String id, String name, String... others) {
    return new Concept(id, name, List.of(others), List.of(), List.of(), false);
  }

  private static Concept withBroader(String id, String name, String... broader) {
    return new Concept(id, name, List.of(), List.of(broader), List.of(), false);
  }

  @Test
  void structureComesFromOneAndNamesFromTheOther() {
    LoadedThesaurus merged = ThesaurusMerge.merge(NEW, OLD);
    assertEquals(
        List.of(
            new Concept("1", "pollution", List.of("smog"), List.of(), List.of("m"), false),
            new Concept("2", "kept", List.of(), List.of("1"), List.of("n"), false),
            new Concept("3", "added", List.of("fresh"), List.of("2"), List.of("n"), false),
            new Concept("x", "gone", List.of(), List.of("1", "2"), List.of("m", "n"), true),
            new Concept("y", "gone below gone", List.of(), List.of("x"), List.of("m", "n"), true),
            new Concept("z", "gone alone", List.of(), List.of(), List.of(), true)),
        List.copyOf(merged.thesaurus().concepts()));
    assertEquals(new Edition("en", "2021", "new.json + old.json"), merged.thesaurus().edition());
    assertEquals(
        List.of(
            "note of new",
            "note of old",
            "concepts with another name in new.json: 1",
            "concepts only new.json has, with its names: 1",
            "concepts only old.json has, now deprecated: 3",
            "concepts of old.json that are domains, omitted: 1",
            "dropped references to an unknown broader concept: 1, such as x -> d"),
        merged.notes());
  }

  @Test
  void theOrderOfTheFilesDoesNotMatter() {
    assertEquals(
        ThesaurusTsv.toText(ThesaurusMerge.merge(NEW, OLD).thesaurus()),
        ThesaurusTsv.toText(ThesaurusMerge.merge(OLD, NEW).thesaurus()));
  }

  @Test
  void twoOfAKindCannotBeJoined() {
    String both =
        assertThrows(ThesaurusException.class, () -> ThesaurusMerge.merge(NEW, NEW)).getMessage();
    assertTrue(both.endsWith("new.json and new.json both have them"), both);
    String none =
        assertThrows(ThesaurusException.class, () -> ThesaurusMerge.merge(OLD, OLD)).getMessage();
    assertTrue(none.endsWith("old.json and old.json both have none"), none);
  }
}
