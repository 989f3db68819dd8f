package org.solrlmtc.cli.evaluate.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;

class TestParallelScoring {
  private static final LabelSet LABELS = new LabelSet(List.of("x"), new int[] {1});

  @Test
  void predictionsComeInTheOrderOfTheActs() {
    List<String> given = new ArrayList<>();
    scoring(new SlowScorer(-1), 4).run(acts(301), act -> given.add(act.act()));
    assertEquals(IntStream.range(0, 301).mapToObj(Integer::toString).toList(), given);
  }

  @Test
  void actsAreReadOnlyAsFastAsTheyAreScored() {
    AtomicInteger read = new AtomicInteger();
    AtomicInteger given = new AtomicInteger();
    Iterator<ActRecord> acts = acts(1_000);
    AtomicInteger ahead = new AtomicInteger();
    Iterator<ActRecord> counted =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return acts.hasNext();
          }

          @Override
          public ActRecord next() {
            ahead.accumulateAndGet(read.incrementAndGet() - given.get(), Math::max);
            return acts.next();
          }
        };
    scoring(new SlowScorer(-1), 2).run(counted, act -> given.incrementAndGet());
    assertEquals(1_000, given.get());
    assertTrue(ahead.get() <= 64, ahead + " acts were in memory at a time");
  }

  @Test
  void aFailureReachesTheCaller() {
    List<String> given = new ArrayList<>();
    ScoringException failure =
        assertThrows(
            ScoringException.class,
            () -> scoring(new SlowScorer(50), 3).run(acts(100), act -> given.add(act.act())));
    assertEquals("act 50 is cursed", failure.getMessage());
    assertEquals(IntStream.range(0, 48).mapToObj(Integer::toString).toList(), given);
  }

  @Test
  void afterAFailureTheScorerIsNoLongerInUse() {
    AtomicInteger inUse = new AtomicInteger();
    SlowScorer slow = new SlowScorer(0);
    LabelScorer watched =
        new LabelScorer() {
          @Override
          public LabelSet labels() {
            return LABELS;
          }

          @Override
          public List<LabelScores> score(List<LegalAct> acts) {
            inUse.incrementAndGet();
            try {
              List<LabelScores> scores = slow.score(acts);
              busyFor(100);
              return scores;
            } finally {
              inUse.decrementAndGet();
            }
          }

          @Override
          public void close() {}
        };
    assertThrows(ScoringException.class, () -> scoring(watched, 4).run(acts(100), act -> {}));
    assertEquals(0, inUse.get());
  }

  /** Like native code, does not react to interruption. */
  private static void busyFor(int milliseconds) {
    long end = System.nanoTime() + milliseconds * 1_000_000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static ParallelScoring scoring(LabelScorer scorer, int threads) {
    return new ParallelScoring(
        scorer, threads, (act, scores) -> new ActPredictions(act, List.of()));
  }

  private static Iterator<ActRecord> acts(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> new ActRecord(LegalAct.ofText("" + i, "text"), "", List.of(), "here"))
        .iterator();
  }

  /** Earlier acts take longer, so that later ones overtake them. */
  private record SlowScorer(int cursed) implements LabelScorer {
    @Override
    public LabelSet labels() {
      return LABELS;
    }

    @Override
    public List<LabelScores> score(List<LegalAct> acts) {
      try {
        Thread.sleep(acts.get(0).id().hashCode() % 4);
      } catch (InterruptedException e) {
        throw new ScoringException("interrupted", e);
      }
      for (LegalAct act : acts) {
        if (act.id().equals("" + cursed)) {
          throw new ScoringException("act " + cursed + " is cursed");
        }
      }
      return acts.stream().map(act -> LabelScores.dense(LABELS, new float[] {1f})).toList();
    }

    @Override
    public void close() {}
  }
}
