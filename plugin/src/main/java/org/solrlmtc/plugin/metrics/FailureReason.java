package org.solrlmtc.plugin.metrics;

import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.core.serve.QueueFullException;
import org.solrlmtc.core.serve.ScoringTimeoutException;

/** Why a document could not be labelled. */
public enum FailureReason {
  TEXT_TOO_LONG("text too long", "failedTextTooLong", ErrorCode.BAD_REQUEST),
  QUEUE_FULL("queue full", "failedQueueFull", ErrorCode.TOO_MANY_REQUESTS),
  TIMED_OUT("timed out", "failedTimedOut", ErrorCode.GATEWAY_TIMEOUT),
  SCORING_FAILED("scoring failed", "failedScoring", ErrorCode.SERVER_ERROR);

  private final String key;
  private final String metric;
  private final ErrorCode code;

  FailureReason(String key, String metric, ErrorCode code) {
    this.key = key;
    this.metric = metric;
    this.code = code;
  }

  public static FailureReason of(RuntimeException e) {
    if (e instanceof TextTooLongException) {
      return TEXT_TOO_LONG;
    }
    if (e instanceof QueueFullException) {
      return QUEUE_FULL;
    }
    return e instanceof ScoringTimeoutException ? TIMED_OUT : SCORING_FAILED;
  }

  /** The reason with the message of the exception, for the status field. */
  public String describe(RuntimeException e) {
    return key + ": " + e.getMessage();
  }

  /** The name of the metric that counts these failures. */
  public String metric() {
    return metric;
  }

  /** The error that refuses a request, with the HTTP status of this reason. */
  public SolrException refusal(String message, RuntimeException cause) {
    return new SolrException(code, OneLine.of(message), cause);
  }
}
