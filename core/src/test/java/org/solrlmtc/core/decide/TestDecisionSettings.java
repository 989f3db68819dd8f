package org.solrlmtc.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Domain;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.Microthesaurus;
import org.solrlmtc.core.thesaurus.Thesaurus;

class TestDecisionSettings {
  /** Milk is broader than cheese, and cheese than cheddar; the licence is in another domain. */
  private static final Thesaurus THESAURUS =
      new Thesaurus(
          new Edition("en", "1", "test"),
          List.of(new Domain("d60", "60", "FOOD"), new Domain("d20", "20", "TRADE")),
          List.of(
              new Microthesaurus("m6016", "6016", "dairy", "d60"),
              new Microthesaurus("m6006", "6006", "plants", "d60"),
              new Microthesaurus("m2011", "2011", "trade policy", "d20")),
          List.of(
              concept("milk", "m6016"),
              concept("cheese", "m6016", "milk"),
              concept("cheddar", "m6016", "cheese"),
              concept("rice", "m6006"),
              concept("licence", "m2011")));

  private static final LabelSet LABELS =
      new LabelSet(
          List.of("milk", "cheese", "cheddar", "rice", "licence"), new int[] {1, 1, 1, 1, 1});

  private static Concept concept(String id, String micro, String... broader) {
    return new Concept(id, id, List.of(), List.of(broader), List.of(micro), false);
  }

  private static DecisionSettings concepts(String include, String exclude) {
    return new DecisionSettings(
        Optional.empty(), Optional.empty(), Optional.empty(), list(include), list(exclude));
  }

  private static List<String> list(String words) {
    return words.isEmpty() ? List.of() : List.of(words.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "cheese, '', cheese",
    "cheese rice, '', cheese rice",
    "narrower:cheese, '', cheese cheddar",
    "microthesaurus:6016, '', milk cheese cheddar",
    "domain:60, '', milk cheese cheddar rice",
    "'', cheese, milk cheddar rice licence",
    "'', narrower:milk, rice licence",
    "domain:60, narrower:cheese, milk rice",
    "cheese, cheese, ''",
  })
  void conceptsAreIncludedAndExcluded(String include, String exclude, String allowed) {
    assertEquals(
        allowed,
        concepts(include, exclude).allowed(LABELS, THESAURUS).orElseThrow().stream()
            .mapToObj(LABELS::id)
            .collect(Collectors.joining(" ")));
  }

  @Test
  void withoutConceptsNothingIsFiltered() {
    assertTrue(DecisionSettings.NONE.allowed(LABELS, THESAURUS).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "butter, '', \"'include' names the concept 'butter'\"",
    "'', narrower:butter, \"'exclude' names the concept 'butter'\"",
    "microthesaurus:m6016, '', \"'include' names the microthesaurus 'm6016'\"",
    "'', domain:FOOD, \"'exclude' names the domain 'FOOD'\"",
    "topic:60, '', \"'include' names the concept 'topic:60'\"",
  })
  void unknownConceptsAreRefusedByName(String include, String exclude, String message) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> concepts(include, exclude).check(THESAURUS));
    assertTrue(e.getMessage().startsWith(message.replace("\"", "")), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, , , 'threshold' must be",
    "NaN, , , 'threshold' must be",
    ", -1, , 'minLabels' must be at least 0",
    ", , 0, 'maxLabels' must be at least 1",
    ", 3, 2, 'minLabels' (3) must not be greater than 'maxLabels' (2)",
  })
  void wrongNumbersAreRefusedByName(Double threshold, Integer min, Integer max, String message) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new DecisionSettings(
                    Optional.ofNullable(threshold),
                    Optional.ofNullable(min),
                    Optional.ofNullable(max),
                    List.of(),
                    List.of()));
    assertTrue(
        e.getMessage().replace("'", "").startsWith(message.replace("'", "")), e.getMessage());
  }

  @Test
  void settingsAreCompletedFromOthers() {
    DecisionSettings processor =
        new DecisionSettings(
            Optional.of(0.4), Optional.of(1), Optional.of(9), List.of("milk"), List.of("rice"));
    DecisionSettings request =
        new DecisionSettings(
            Optional.of(0.2), Optional.empty(), Optional.empty(), List.of(), List.of("cheese"));
    assertEquals(
        new DecisionSettings(
            Optional.of(0.2), Optional.of(1), Optional.of(9), List.of("milk"), List.of("cheese")),
        request.orElse(processor));
    assertEquals(Optional.empty(), processor.forOtherModel().threshold());
    assertEquals(processor.include(), processor.forOtherModel().include());
  }
}
