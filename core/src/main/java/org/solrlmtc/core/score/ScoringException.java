package org.solrlmtc.core.score;

/** A model failed on a batch; the message names the model and the cause. */
public class ScoringException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ScoringException(String message) {
    super(message);
  }

  public ScoringException(String message, Throwable cause) {
    super(message, cause);
  }
}
