/**
 * Start at {@link org.solrlmtc.core.serve.BatchingScorer}: it lets many requests share one scorer.
 *
 * <p>{@code RequestQueue} admits requests, {@code BatchSelector} forms batches of similar length,
 * {@code WorkerPool} supervises the threads that compute them. A {@link
 * org.solrlmtc.core.serve.PendingResult} is the handle of a request from the queue to its result.
 * {@link org.solrlmtc.core.serve.QueueSettings} are settings of the process; a {@link
 * org.solrlmtc.core.serve.ServingListener} receives events for metrics.
 */
package org.solrlmtc.core.serve;
