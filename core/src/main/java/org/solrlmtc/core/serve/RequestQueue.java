package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests that wait for a worker, in order of arrival, and the admission of new ones. Each
 * {@link Requester} has a capacity of its own, and so have look-ahead requests, so that they never
 * cause the refusal of others. Thread-safe: every method takes the lock. A caller may hold it to
 * make several steps atomic.
 */
final class RequestQueue {
  private static final System.Logger LOG = System.getLogger(RequestQueue.class.getName());

  private final ReentrantLock lock;
  private final int capacity;
  private final BatchSelector selector;
  private final ServingErrors errors;
  private final Condition arrived;
  private final Condition room;
  private final ArrayDeque<PendingResult<?>> requests = new ArrayDeque<>();
  private boolean closed;

  RequestQueue(ReentrantLock lock, int capacity, BatchSelector selector, ServingErrors errors) {
    this.lock = lock;
    this.capacity = capacity;
    this.selector = selector;
    this.errors = errors;
    this.arrived = lock.newCondition();
    this.room = lock.newCondition();
  }

  /** Adds a request if there is room for its kind; returns whether it was added. */
  boolean offer(PendingResult<?> request) {
    lock.lock();
    try {
      checkOpen();
      return hasRoomFor(request, request.prefetched) && add(request);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a request.
   *
   * @throws QueueFullException if the queue is full
   */
  void addOrRefuse(PendingResult<?> request) {
    if (!offer(request)) {
      throw errors.queueFull(capacity);
    }
  }

  /**
   * Adds a request of background work. It waits while half of its requester's queue is full, so
   * that it never causes the refusal of other requests.
   *
   * @param deadline when to stop waiting, in nanoseconds
   * @param limit the time limit, for the message
   */
  void addWhenHalfEmpty(PendingResult<?> request, long deadline, Duration limit) {
    lock.lock();
    try {
      checkOpen();
      while (depthOf(request.requester) >= Math.max(1, capacity / 2)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw errors.timedOut(limit);
        }
        room.awaitNanos(left);
        checkOpen();
      }
      add(request);
    } catch (InterruptedException e) {
      throw errors.interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A look-ahead request is awaited now: if it is still queued, it counts like others.
   *
   * @throws QueueFullException if the queue is full; the request is then removed
   */
  void promote(PendingResult<?> request) {
    lock.lock();
    try {
      if (request.prefetched && requests.contains(request)) {
        if (!hasRoomFor(request, false)) {
          requests.remove(request);
          throw errors.queueFull(capacity);
        }
        request.prefetched = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoomFor(PendingResult<?> request, boolean prefetched) {
    return requests.stream()
            .filter(other -> other.requester == request.requester)
            .filter(other -> other.prefetched == prefetched)
            .count()
        < capacity;
  }

  private long depthOf(Requester requester) {
    return requests.stream().filter(request -> request.requester == requester).count();
  }

  private boolean add(PendingResult<?> request) {
    requests.add(request);
    arrived.signal();
    return true;
  }

  private void checkOpen() {
    if (closed) {
      throw errors.closed();
    }
  }

  /**
   * Puts requests of a failed batch before all others, to be computed one by one. If the queue is
   * closed, they fail.
   */
  void putBack(List<PendingResult<?>> undone) {
    lock.lock();
    try {
      if (closed) {
        undone.forEach(request -> request.fail(errors.closed()));
        return;
      }
      for (int i = undone.size() - 1; i >= 0; i--) {
        undone.get(i).alone = true;
        requests.addFirst(undone.get(i));
      }
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Removes a request; false if it is not queued any more. */
  boolean remove(PendingResult<?> request) {
    lock.lock();
    try {
      boolean removed = requests.remove(request);
      if (removed) {
        room.signalAll();
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a batch is due, and removes it; empty if the queue is closed. */
  List<PendingResult<?>> takeBatch() {
    lock.lock();
    try {
      for (long delay = selector.delay(requests);
          delay > 0 && !closed;
          delay = selector.delay(requests)) {
        awaitArrival(delay);
      }
      if (closed) {
        return List.of();
      }
      List<PendingResult<?>> batch = selector.take(requests);
      room.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private void awaitArrival(long nanos) {
    try {
      arrived.awaitNanos(nanos);
    } catch (InterruptedException e) {
      LOG.log(System.Logger.Level.DEBUG, "an idle thread has nothing to interrupt", e);
    }
  }

  /** The number of queued requests. */
  int depth() {
    lock.lock();
    try {
      return requests.size();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Fails all queued and later requests; wakes all workers. */
  void close() {
    lock.lock();
    try {
      closed = true;
      requests.forEach(request -> request.fail(errors.closed()));
      requests.clear();
      arrived.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
