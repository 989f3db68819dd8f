package org.solrlmtc.plugin;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

/**
 * A method that finds milk everywhere. It remembers how often it was asked about each act, and how
 * often it was opened and closed.
 */
public final class CountingScorers implements ScorerProvider {
  static final String METHOD = "counting";

  /** A version that lacks a class as soon as it is asked for anything. */
  static final String UNLINKED = "unlinked";

  static final Map<String, Integer> ASKED = new ConcurrentHashMap<>();
  static final AtomicInteger OPENED = new AtomicInteger();
  static final AtomicInteger CLOSED = new AtomicInteger();

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LabelScorer open(ModelBundle bundle) {
    OPENED.incrementAndGet();
    return new LabelScorer() {
      @Override
      public LabelSet labels() {
        return bundle.labels();
      }

      @Override
      public String device() {
        if (bundle.manifest().version().equals(UNLINKED)) {
          throw new NoClassDefFoundError("org/example/Device");
        }
        return LabelScorer.super.device();
      }

      @Override
      public List<LabelScores> score(List<LegalAct> acts) {
        acts.forEach(act -> ASKED.merge(act.id(), 1, Integer::sum));
        return acts.stream()
            .map(act -> LabelScores.sparse(labels(), new int[] {0}, new float[] {0.9f}))
            .toList();
      }

      @Override
      public void close() {
        CLOSED.incrementAndGet();
      }
    };
  }
}
