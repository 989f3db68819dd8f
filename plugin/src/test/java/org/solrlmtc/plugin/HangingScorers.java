package org.solrlmtc.plugin;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ScorerProvider;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;

/**
 * A method that finds milk in all acts, one batch at a time. By words of the header or of the main
 * body it can be made to take its time: "hang" until somebody interrupts it, "hold" until the test
 * opens the gate, "cling" the same, whoever interrupts it. On "trouble" it fails.
 */
public final class HangingScorers implements ScorerProvider {
  static final String METHOD = "hanging";

  /** How many batches are held or hang now. */
  static final AtomicInteger BUSY = new AtomicInteger();

  /** A version that is not open before the test opens the gate. */
  static final String SLOW_TO_OPEN = "slow";

  /** A version that the same is true of, and that cannot be opened then. */
  static final String SLOW_TO_FAIL = "slow-to-fail";

  /** How many bundles of those versions wait to be opened. */
  static final AtomicInteger OPENING = new AtomicInteger();

  private static final AtomicInteger FAILED = new AtomicInteger();

  private static volatile CountDownLatch gate = new CountDownLatch(0);

  static void closeGate() {
    gate = new CountDownLatch(1);
    FAILED.set(0);
  }

  static void openGate() {
    gate.countDown();
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public LabelScorer open(ModelBundle bundle) {
    String version = bundle.manifest().version();
    if (version.equals(SLOW_TO_OPEN) || version.equals(SLOW_TO_FAIL)) {
      OPENING.incrementAndGet();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new ScoringException("interrupted", e);
      } finally {
        OPENING.decrementAndGet();
      }
    }
    if (version.equals(SLOW_TO_FAIL)) {
      throw new BundleException("opening no. " + FAILED.incrementAndGet() + " failed");
    }
    return new LabelScorer() {
      @Override
      public LabelSet labels() {
        return bundle.labels();
      }

      @Override
      public int batch() {
        return 16;
      }

      @Override
      public List<LabelScores> score(List<LegalAct> acts) {
        BUSY.incrementAndGet();
        try {
          for (LegalAct act : acts) {
            obey(act.header() + act.articles());
          }
        } catch (InterruptedException e) {
          throw new ScoringException("interrupted", e);
        } finally {
          BUSY.decrementAndGet();
        }
        return acts.stream()
            .map(act -> LabelScores.sparse(labels(), new int[] {0}, new float[] {0.9f}))
            .toList();
      }

      @Override
      public void close() {}
    };
  }

  private static void obey(String text) throws InterruptedException {
    if (text.contains("hang")) {
      TimeUnit.HOURS.sleep(1);
    }
    if (text.contains("hold")) {
      gate.await();
    }
    if (text.contains("cling")) {
      cling();
    }
    if (text.contains("trouble")) {
      throw new ScoringException("the tensor caught fire");
    }
  }

  private static void cling() {
    while (true) {
      try {
        gate.await();
        return;
      } catch (InterruptedException e) {
        // whoever interrupts it
      }
    }
  }
}
