package org.solrlmtc.core.serve;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;

/** Something that somebody waits for; it is done when the result is there or nobody waits. */
abstract class Waiting<T> {
  final long since = System.nanoTime();

  /** Whether it is not to be computed together with others again; guarded by the queue's lock. */
  boolean alone;

  /** Whether its turn has not come yet; guarded by the queue's lock. */
  boolean early;

  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** Written before the result. */
  private volatile long until;

  /** An act to be scored, possibly with others. */
  static final class ForScores extends Waiting<LabelScores> {
    final LegalAct act;
    final long length;

    ForScores(LegalAct act, boolean early) {
      this.act = act;
      this.early = early;
      this.length = act.length();
    }
  }

  /** Other work for the scorer. */
  static final class ForWork<T> extends Waiting<T> {
    final Function<LabelScorer, T> work;

    ForWork(Function<LabelScorer, T> work) {
      this.work = work;
    }
  }

  final boolean isDone() {
    return result.isDone();
  }

  final void complete(T value) {
    end();
    result.complete(value);
  }

  final void fail(Throwable reason) {
    end();
    result.completeExceptionally(reason);
  }

  /** Nobody waits for it any more. */
  final void cancel() {
    end();
    result.cancel(false);
  }

  private void end() {
    if (!isDone()) {
      until = System.nanoTime();
    }
  }

  /** Waits for the result, until then. */
  final T get(long deadline) throws InterruptedException, ExecutionException, TimeoutException {
    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Waits until it is done, but no longer than until then; whether it is. */
  final boolean isDoneBy(long time) throws InterruptedException {
    try {
      get(time);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    }
  }

  /** How long it waited until it was done, or has waited until now. */
  final long nanos() {
    return (isDone() ? until : System.nanoTime()) - since;
  }
}
