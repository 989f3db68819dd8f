package org.solrlmtc.core.serve;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.fixtures.Latches;

/**
 * A scorer under the test's control. The act "hold" is computed until {@link #release}, even when
 * it is interrupted; the act "sleep" until it is interrupted; "poison" fails. An act's score is a
 * hundredth of its number.
 */
final class PuppetScorer implements LabelScorer {
  static final LabelSet LABELS = new LabelSet(List.of("label"), new int[] {1});

  private final boolean prefersBatches;
  private final String device;
  private final CountDownLatch released = new CountDownLatch(1);
  final List<List<String>> calls = new CopyOnWriteArrayList<>();
  final AtomicInteger holding = new AtomicInteger();
  volatile boolean closed;

  PuppetScorer(boolean prefersBatches) {
    this(prefersBatches, "cpu");
  }

  PuppetScorer(boolean prefersBatches, String device) {
    this.prefersBatches = prefersBatches;
    this.device = device;
  }

  void release() {
    released.countDown();
  }

  @Override
  public int batchSize() {
    return prefersBatches ? 16 : 1;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public LabelSet labels() {
    return LABELS;
  }

  @Override
  public List<LabelScores> score(List<LegalAct> acts) {
    List<String> ids = acts.stream().map(LegalAct::id).toList();
    calls.add(ids);
    if (ids.contains("hold")) {
      hold();
    }
    if (ids.contains("sleep")) {
      sleep();
    }
    if (ids.contains("poison")) {
      throw new ScoringException("poisoned");
    }
    return ids.stream().map(PuppetScorer::expected).toList();
  }

  static LabelScores expected(String id) {
    float score = id.matches("[0-9]+") ? Integer.parseInt(id) / 100f : 1;
    return LabelScores.dense(LABELS, new float[] {score});
  }

  private void hold() {
    holding.incrementAndGet();
    try {
      Latches.awaitUninterruptibly(released);
    } finally {
      holding.decrementAndGet();
    }
  }

  private void sleep() {
    holding.incrementAndGet();
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException e) {
      throw new ScoringException("woken up", e);
    } finally {
      holding.decrementAndGet();
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
