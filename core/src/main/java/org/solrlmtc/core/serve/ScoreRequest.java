package org.solrlmtc.core.serve;

import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;

/** An act to be scored, possibly in a batch with others. */
final class ScoreRequest extends PendingResult<LabelScores> {
  final LegalAct act;
  final long length;

  ScoreRequest(WorkerPool workers, Requester requester, LegalAct act, boolean prefetched) {
    super(workers, requester, prefetched);
    this.act = act;
    this.length = act.length();
  }
}
