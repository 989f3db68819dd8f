/**
 * Models that many requests share. A {@link org.solrlmtc.core.serve.BatchingScorer} stands between
 * requests and a scorer: acts wait in a bounded queue, are scored together where that is cheaper,
 * and nobody waits longer than allowed. Its {@link org.solrlmtc.core.serve.QueueSettings} belong to
 * the process; a {@link org.solrlmtc.core.serve.ServingListener} learns what goes on.
 */
package org.solrlmtc.core.serve;
