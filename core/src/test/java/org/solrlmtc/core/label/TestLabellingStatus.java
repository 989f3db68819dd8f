package org.solrlmtc.core.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.solrlmtc.core.label.LabellingStatus.State;

class TestLabellingStatus {

  /** By what is stored. */
  private static Map<String, LabellingStatus> stored() {
    Map<String, LabellingStatus> all = new LinkedHashMap<>();
    all.put("labelled", LabellingStatus.LABELLED);
    all.put("no labels", LabellingStatus.NO_LABELS);
    all.put("other language: de", LabellingStatus.otherLanguage("de"));
    all.put("no text", LabellingStatus.NO_TEXT);
    all.put(
        "failed: timed out: by fallback: no", LabellingStatus.failed("timed out: by fallback: no"));
    all.put("stale: changed", LabellingStatus.stale("changed"));
    all.put(
        "labelled by fallback: queue full: x",
        LabellingStatus.LABELLED.asFallback("queue full: x"));
    all.put("no labels by fallback: y", LabellingStatus.NO_LABELS.asFallback("y"));
    return all;
  }

  @Test
  void everyStatusIsStoredAndReadBack() {
    stored()
        .forEach(
            (text, status) -> {
              assertEquals(text, status.format());
              assertEquals(Optional.of(status), LabellingStatus.parse(text));
            });
  }

  @Test
  void otherTextsAreNoStatus() {
    for (String text :
        List.of(
            "", "null", "failed", "stale: ", "failed by fallback: x", "no text: x", "labelled ")) {
      assertEquals(Optional.empty(), LabellingStatus.parse(text), text);
    }
  }

  @Test
  void thePrefixesFindWhatNeedsRelabellingAndNothingElse() {
    List<String> prefixes = LabellingStatus.needsRelabellingPrefixes();
    assertEquals(
        List.of("failed", "stale", "labelled by fallback", "no labels by fallback"), prefixes);
    stored()
        .forEach(
            (text, status) ->
                assertEquals(
                    prefixes.stream().anyMatch(text::startsWith), status.needsRelabelling(), text));
  }

  @Test
  void aReasonBelongsToWhatNeedsOne() {
    assertRefused("has the reason ''", () -> LabellingStatus.failed(""));
    assertRefused("has the reason 'why'", () -> new LabellingStatus(State.LABELLED, false, "why"));
    assertRefused("no fallback", () -> LabellingStatus.NO_TEXT.asFallback("why"));
    assertTrue(LabellingStatus.failed("why").isFailure());
    assertFalse(LabellingStatus.stale("why").isFailure());
  }

  private static void assertRefused(String message, Executable use) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, use);
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
