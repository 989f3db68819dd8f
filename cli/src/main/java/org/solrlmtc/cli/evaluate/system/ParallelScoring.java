package org.solrlmtc.cli.evaluate.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;

/**
 * Scores acts on several threads and passes on the predictions in the order of the acts, so that
 * the results do not depend on the number of threads. Memory holds a few batches per thread, for
 * any number of acts.
 */
final class ParallelScoring {
  private static final int BATCH_SIZE = 8;
  private static final int BATCHES_PER_THREAD = 3;

  /** Chooses what to keep of an act's scores; runs on the scoring threads. */
  interface Selection {
    ActPredictions select(String act, LabelScores scores);
  }

  private final LabelScorer scorer;
  private final int threads;
  private final Selection selection;

  ParallelScoring(LabelScorer scorer, int threads, Selection selection) {
    this.scorer = scorer;
    this.threads = threads;
    this.selection = selection;
  }

  /**
   * @throws ScoringException when an act cannot be scored; those before it were passed on
   */
  void run(Iterator<ActRecord> acts, Consumer<ActPredictions> sink) {
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      Deque<Future<List<ActPredictions>>> pending = new ArrayDeque<>();
      while (acts.hasNext()) {
        if (pending.size() == threads * BATCHES_PER_THREAD) {
          finish(pending.remove(), sink);
        }
        List<ActRecord> batch = new ArrayList<>(BATCH_SIZE);
        while (batch.size() < BATCH_SIZE && acts.hasNext()) {
          batch.add(acts.next());
        }
        pending.add(workers.submit(() -> score(batch)));
      }
      for (Future<List<ActPredictions>> last : pending) {
        finish(last, sink);
      }
    } finally {
      end(workers);
    }
  }

  /** Waits for running batches: the caller may close the scorer, which must not be in use then. */
  private static void end(ExecutorService workers) {
    workers.shutdownNow();
    try {
      workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<ActPredictions> score(List<ActRecord> batch) {
    List<LabelScores> scores = scorer.score(batch.stream().map(ActRecord::act).toList());
    List<ActPredictions> predictions = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      predictions.add(selection.select(batch.get(i).act().id(), scores.get(i)));
    }
    return predictions;
  }

  private static void finish(Future<List<ActPredictions>> batch, Consumer<ActPredictions> sink) {
    try {
      batch.get().forEach(sink);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ScoringException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted while scoring", e);
    }
  }
}
