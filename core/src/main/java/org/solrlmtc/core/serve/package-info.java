/**
 * Models that many requests share. A {@link org.solrlmtc.core.serve.BatchingScorer} stands between
 * requests and a scorer: {@code RequestQueue} admits requests, {@code BatchSelector} chooses what
 * is computed together, {@code WorkerPool} supervises the threads that compute it. A {@link
 * org.solrlmtc.core.serve.PendingResult} is the handle of a request from the queue to its result.
 * {@link org.solrlmtc.core.serve.QueueSettings} belong to the process; a {@link
 * org.solrlmtc.core.serve.ServingListener} learns what goes on.
 */
package org.solrlmtc.core.serve;
