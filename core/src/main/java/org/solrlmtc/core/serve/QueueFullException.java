package org.solrlmtc.core.serve;

import org.solrlmtc.core.score.ScoringException;

/** The queue of a model is full: a matter of load, not of the act. */
public final class QueueFullException extends ScoringException {
  private static final long serialVersionUID = 1L;

  QueueFullException(String message) {
    super(message);
  }
}
