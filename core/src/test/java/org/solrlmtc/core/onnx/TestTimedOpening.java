package org.solrlmtc.core.onnx;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TestTimedOpening {
  private static final Path FILE = Path.of("model.onnx");

  private final AtomicInteger closed = new AtomicInteger();

  /** A scorer that counts its closing. */
  private final class Opened implements LabelScorer {
    @Override
    public LabelSet labels() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<LabelScores> score(List<LegalAct> acts) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void abandonedOpeningsDoNotAccumulate() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < 4; i++) {
      BundleException late = assertThrows(BundleException.class, () -> openWhen(ready, begun));
      assertTrue(late.getMessage().contains("was not ready to score"), late::getMessage);
    }
    BundleException refused = assertThrows(BundleException.class, () -> openWhen(ready, begun));
    assertTrue(
        refused.getMessage().startsWith("model.onnx is not opened: 4 models"), refused::getMessage);
    assertTrue(refused.getMessage().contains("lmtc.onnx.openTimeoutSeconds"), refused::getMessage);
    ready.countDown();
    await().atMost(Duration.ofMinutes(1)).until(() -> closed.get() == 4);
    assertEquals(4, begun.get());
    TimedOpening.within(3600, FILE, Opened::new).close();
  }

  private void openWhen(CountDownLatch ready, AtomicInteger begun) {
    TimedOpening.within(
        0,
        FILE,
        () -> {
          begun.incrementAndGet();
          try {
            ready.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new Opened();
        });
  }
}
