package org.solrlmtc.core.serve;

import org.solrlmtc.core.score.ScoringException;

/** An act was not scored within its time limit. */
public final class ScoringTimeoutException extends ScoringException {
  private static final long serialVersionUID = 1L;

  ScoringTimeoutException(String message) {
    super(message);
  }

  public ScoringTimeoutException(String message, ScoringTimeoutException cause) {
    super(message, cause);
  }
}
