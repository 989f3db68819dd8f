package org.solrlmtc.core.serve;

import java.util.function.Function;
import org.solrlmtc.core.score.LabelScorer;

/** Other work on the scorer; never part of a batch. */
final class WorkRequest<T> extends PendingResult<T> {
  final Function<LabelScorer, T> work;

  WorkRequest(WorkerPool workers, Requester requester, Function<LabelScorer, T> work) {
    super(workers, requester, false);
    this.work = work;
  }
}
