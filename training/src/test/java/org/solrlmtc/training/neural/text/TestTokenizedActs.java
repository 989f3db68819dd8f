package org.solrlmtc.training.neural.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.act.ZoneSelection;
import org.solrlmtc.core.text.WordTokenizer;
import org.solrlmtc.core.text.WordTokenizerSettings;
import org.solrlmtc.core.text.WordVocabulary;
import org.solrlmtc.training.execution.Progress;

class TestTokenizedActs {
  @Test
  void aSampleIsSpreadOverAllActs() {
    assertArrayEquals(new int[] {0, 3, 6}, firstWords(acts(10).spread(3)));
    assertArrayEquals(new int[] {0, 1}, firstWords(acts(2).spread(3)));
    assertEquals(0, acts(0).spread(3).size());
  }

  @Test
  void equalTokensOfSeveralIdsAreOneRow() {
    TokenizedActs acts = new TokenizedActs(9, 2, 1);
    acts.add(new int[] {3, 4, 5, 6, 3, 4}, new int[] {0}, 1);
    acts.add(new int[] {5, 6, 3, 5}, new int[] {1}, 1, new int[] {1, 1});
    acts.add(new int[0], new int[0], 0);
    Batch batch = Batch.of(acts, new int[] {0, 1, 2});
    assertEquals(4, batch.rowCount());
    assertArrayEquals(new long[] {3, 4, 5, 6, 3, 5, 1, 1}, batch.ids());
    assertArrayEquals(new int[] {3, 2, 1}, batch.lengths());
    assertArrayEquals(
        new int[] {0, 1, 0, 1, 2, Batch.NONE, 3, Batch.NONE, Batch.NONE}, batch.rows());
    assertArrayEquals(new int[][] {{3}, {1, 1}, {1}}, batch.sectionLengths());
    assertEquals(acts.fingerprint(), acts.spread(3).fingerprint());
    assertArrayEquals(new long[] {5, 6, 3, 5}, Batch.of(acts, new int[] {1}).ids());
    assertNotEquals(acts.fingerprint(), acts.spread(2).fingerprint());
  }

  @Test
  void batchesKnowTheNumbersOfTheirActs() {
    assertArrayEquals(new int[] {3, 1}, Batch.of(acts(5), new int[] {3, 1}).actNumbers());
    // a sample keeps the numbers of its acts
    assertArrayEquals(
        new int[] {6, 0}, Batch.of(acts(10).spread(3), new int[] {2, 0}).actNumbers());
  }

  @Test
  void developmentActsAreNumberedAfterTrainingActs() {
    WordTokenizer tokenizer =
        new WordTokenizer(
            new WordTokenizerSettings(ZoneSelection.FULL, 10, true, false),
            WordVocabulary.of(List.of("fish", "milk")));
    TokenizedActs dev =
        TokenizedActs.read(
            Stream.of("fish", "milk fish", "")
                .map(text -> new ActRecord(LegalAct.ofText("a", text), "", List.of(), "test"))
                .iterator(),
            tokenizer,
            45,
            Map.of(),
            Progress.NONE);
    assertArrayEquals(new int[] {47, 45}, Batch.of(dev, new int[] {2, 0}).actNumbers());
    assertArrayEquals(new int[] {46}, Batch.of(dev.spread(2), new int[] {1}).actNumbers());
  }

  private static TokenizedActs acts(int count) {
    TokenizedActs acts = new TokenizedActs(count, 1, 1);
    IntStream.range(0, count).forEach(act -> acts.add(new int[] {act}, new int[0], 0));
    return acts;
  }

  private static int[] firstWords(TokenizedActs acts) {
    return IntStream.range(0, acts.size()).map(act -> acts.tokens(act)[0]).toArray();
  }
}
