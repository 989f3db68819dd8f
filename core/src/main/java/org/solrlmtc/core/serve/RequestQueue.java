package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests that wait for a worker, in the order they came, and the admission to them. Requests
 * ahead of their turn have a capacity of their own: they must not be why others are refused.
 * Thread-safe: every method takes the lock, which a caller may hold to make several steps one.
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

  /** Adds a request if there is room for its kind; whether there is. */
  boolean offer(PendingResult<?> request) {
    lock.lock();
    try {
      checkOpen();
      return hasRoomFor(request.prefetched) && add(request);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a request.
   *
   * @throws QueueFullException when there is no room
   */
  void addOrRefuse(PendingResult<?> request) {
    if (!offer(request)) {
      throw errors.queueFull(capacity);
    }
  }

  /**
   * Adds a request of work in the background: where half of the queue is full it waits, so that it
   * is never why others are refused.
   *
   * @param deadline until when to wait
   * @param limit for the message when that is over
   */
  void addWhenHalfEmpty(PendingResult<?> request, long deadline, Duration limit) {
    lock.lock();
    try {
      checkOpen();
      while (requests.size() >= Math.max(1, capacity / 2)) {
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
   * The turn of a request has come: if it still waits, it counts like others.
   *
   * @throws QueueFullException when there is no room for that; the request is out of the queue then
   */
  void promote(PendingResult<?> request) {
    lock.lock();
    try {
      if (request.prefetched && requests.contains(request)) {
        if (!hasRoomFor(false)) {
          requests.remove(request);
          throw errors.queueFull(capacity);
        }
        request.prefetched = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoomFor(boolean prefetched) {
    return requests.stream().filter(other -> other.prefetched == prefetched).count() < capacity;
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
   * Puts requests whose batch failed in front of all others, to be computed one by one. Those of a
   * closed queue fail.
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

  /** Takes a request out; false when it does not wait any more. */
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

  /** Waits until a batch is due, and takes it out; empty when the queue is closed. */
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
      LOG.log(System.Logger.Level.DEBUG, "a thread without work has nothing to interrupt", e);
    }
  }

  /** How many requests wait. */
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

  /** Fails all that wait, and whatever comes later; wakes all workers. */
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
