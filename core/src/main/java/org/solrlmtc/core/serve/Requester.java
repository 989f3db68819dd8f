package org.solrlmtc.core.serve;

/**
 * Who wants scores. Both kinds have a queue capacity of their own, and share the scorer fairly, so
 * that neither can starve the other.
 */
public enum Requester {
  /** Documents that are being indexed. */
  INDEXING,

  /** Requests that only read: texts to classify, documents to evaluate. */
  READERS
}
