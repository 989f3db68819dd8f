package org.solrlmtc.core.serve;

import org.solrlmtc.core.score.ScoringException;

/** Too many acts wait for a model already: a matter of load, not of the act. */
public final class QueueFullException extends ScoringException {
  private static final long serialVersionUID = 1L;

  QueueFullException(String message) {
    super(message);
  }
}
