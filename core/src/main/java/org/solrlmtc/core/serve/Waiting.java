package org.solrlmtc.core.serve;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;

/** Something that somebody waits for; it is done when the result is there or nobody waits. */
abstract class Waiting<T> {
  final CompletableFuture<T> result = new CompletableFuture<>();
  final long since = System.nanoTime();

  /** An act to be scored, possibly with others. */
  static final class ForScores extends Waiting<LabelScores> {
    final LegalAct act;

    ForScores(LegalAct act) {
      this.act = act;
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

  final void fail(Throwable reason) {
    result.completeExceptionally(reason);
  }
}
