package org.solrlmtc.training.execution;

/** Training fails; the message names the file or setting and a remedy. */
public class TrainingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TrainingException(String message) {
    super(message);
  }

  public TrainingException(String message, Throwable cause) {
    super(message, cause);
  }
}
