package org.solrlmtc.core.serve;

import java.time.Duration;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;

/**
 * An act that a {@link BatchingScorer} has before its turn. Whoever handed it over awaits its
 * scores when its turn has come, or gives it up.
 */
public final class PendingScores {
  private final BatchingScorer scorer;
  private final Waiting.ForScores waiting;

  PendingScores(BatchingScorer scorer, Waiting.ForScores waiting) {
    this.scorer = scorer;
    this.waiting = waiting;
  }

  /** Whether {@link #await} has nothing to wait for. */
  public boolean isDone() {
    return waiting.isDone();
  }

  /**
   * Waits for the scores.
   *
   * @param limit how long to wait at most; it counts from now, so that an act does not pay for one
   *     before it that hung
   * @throws QueueFullException when too many acts whose turn has come wait already
   * @throws ScoringTimeoutException when the time is up
   * @throws ScoringException when the scorer fails on this act
   */
  public LabelScores await(Duration limit) {
    return scorer.awaitInTurn(waiting, limit);
  }

  /** How long the act waited until its scores were there, or has waited until now. */
  public long nanos() {
    return waiting.nanos();
  }

  /** Nobody waits for the scores any more. */
  public void giveUp() {
    scorer.giveUp(waiting);
  }
}
