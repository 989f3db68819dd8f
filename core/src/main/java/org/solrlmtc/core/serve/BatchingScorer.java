package org.solrlmtc.core.serve;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/**
 * Lets many requests share a scorer. Their acts wait in one queue, from which threads of its own
 * take them: the act that waits longest and, when the scorer prefers batches, others of like
 * length, each thread its share.
 *
 * <ul>
 *   <li>Nobody waits longer than allowed. What nobody waits for any more is not begun; what is
 *       being computed for nobody is stopped, and should it not stop, another thread takes over.
 *   <li>A full queue refuses at once.
 *   <li>When a batch fails, or takes too long for somebody who waits for one of its acts, its acts
 *       are scored one by one: only the one at fault fails.
 *   <li>The first act in the queue waits for company, a few milliseconds, only while more requests
 *       are open than are served: a single client never pays.
 * </ul>
 *
 * Thread-safe.
 */
public final class BatchingScorer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BatchingScorer.class.getName());

  /** A scorer that holds so many threads for nobody gets no further one. */
  private static final int MOST_ABANDONED = 4;

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final String name;
  private final LabelScorer scorer;
  private final QueueSettings settings;
  private final IntSupplier openRequests;
  private final ServingListener listener;
  private final int batch;
  private final int threads;

  /** Guards all that follows. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition arrived = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition ended = lock.newCondition();
  private final ArrayDeque<Waiting<?>> queue = new ArrayDeque<>();
  private final List<ScoringThread> workers = new ArrayList<>();
  private int abandoned;
  private int started;
  private boolean closed;
  private boolean scorerClosed;

  /**
   * Takes over a scorer: it is closed with this.
   *
   * @param name of the model, for messages and threads
   * @param openRequests how many requests may ask for scores now
   */
  public BatchingScorer(
      String name,
      LabelScorer scorer,
      QueueSettings settings,
      IntSupplier openRequests,
      ServingListener listener) {
    this.name = name;
    this.scorer = scorer;
    this.settings = settings;
    this.openRequests = openRequests;
    this.listener = listener;
    this.batch = Math.min(scorer.batch(), settings.window());
    this.threads = settings.threadsFor(scorer);
    lock.lock();
    try {
      for (int i = 0; i < threads; i++) {
        startWorker();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Scores an act.
   *
   * @param limit how long to wait for the result at most
   * @throws QueueFullException when too many acts wait already
   * @throws ScoringTimeoutException when the time is up
   * @throws ScoringException when the scorer fails on this act
   */
  public LabelScores score(LegalAct act, Duration limit) {
    Waiting.ForScores waiting = new Waiting.ForScores(act, false);
    enqueueOrRefuse(waiting);
    return await(waiting, limit);
  }

  /**
   * Puts an act into the queue before its turn, and returns at once. As many of such acts may wait
   * as of others.
   *
   * @return empty when there is no room; nothing has happened then
   */
  public Optional<PendingScores> handOverEarly(LegalAct act) {
    Waiting.ForScores waiting = new Waiting.ForScores(act, true);
    return enqueueIfThereIsRoom(waiting)
        ? Optional.of(new PendingScores(this, waiting))
        : Optional.empty();
  }

  /**
   * Other work on the scorer, as explaining labels; otherwise like {@link #score}.
   *
   * @param work runs on a thread that scores, while no other work does unless there are several
   */
  public <T> T perform(Function<LabelScorer, T> work, Duration limit) {
    Waiting.ForWork<T> waiting = new Waiting.ForWork<>(work);
    enqueueOrRefuse(waiting);
    return await(waiting, limit);
  }

  private void enqueueOrRefuse(Waiting<?> waiting) {
    if (!enqueueIfThereIsRoom(waiting)) {
      throw queueFull();
    }
  }

  private QueueFullException queueFull() {
    return new QueueFullException(
        "the queue of model '"
            + name
            + "' is full: "
            + settings.capacity()
            + " acts wait, as many as lmtc.queue.capacity allows; try again later");
  }

  private boolean enqueueIfThereIsRoom(Waiting<?> waiting) {
    lock.lock();
    try {
      checkOpen();
      if (!hasRoomFor(waiting.early)) {
        return false;
      }
      enqueue(waiting);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Acts before their turn are counted apart: they must not be why others are refused. */
  private boolean hasRoomFor(boolean early) {
    return queue.stream().filter(other -> other.early == early).count() < settings.capacity();
  }

  /**
   * Waits for an act that was handed over early and whose turn has come. From now on it counts like
   * others.
   */
  LabelScores awaitInTurn(Waiting.ForScores waiting, Duration limit) {
    lock.lock();
    try {
      if (queue.contains(waiting)) {
        if (!hasRoomFor(false)) {
          queue.remove(waiting);
          throw queueFull();
        }
        waiting.early = false;
      }
    } finally {
      lock.unlock();
    }
    return await(waiting, limit);
  }

  /**
   * Scores many acts for work in the background: where half of the queue is full it waits, so that
   * it is never why others are refused.
   *
   * @param limit of each act; together they may take so many times longer
   * @return one result an act, in the order given
   */
  public List<LabelScores> scoreAll(List<LegalAct> acts, Duration limit) {
    Duration limitOfAll = limit.multipliedBy(acts.size());
    long deadline = System.nanoTime() + limitOfAll.toNanos();
    List<LabelScores> scores = new ArrayList<>(acts.size());
    for (int from = 0; from < acts.size(); from += settings.window()) {
      List<Waiting.ForScores> part = new ArrayList<>();
      try {
        for (LegalAct act : acts.subList(from, Math.min(acts.size(), from + settings.window()))) {
          Waiting.ForScores waiting = new Waiting.ForScores(act, false);
          enqueueWhenThereIsRoom(waiting, deadline, limitOfAll);
          part.add(waiting);
        }
        for (Waiting.ForScores waiting : part) {
          scores.add(await(waiting, deadline, limitOfAll));
        }
      } catch (RuntimeException e) {
        part.forEach(this::giveUp);
        throw e;
      }
    }
    return scores;
  }

  private void enqueueWhenThereIsRoom(Waiting<?> waiting, long deadline, Duration limit) {
    lock.lock();
    try {
      checkOpen();
      while (queue.size() >= Math.max(1, settings.capacity() / 2)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw timedOut(limit);
        }
        room.awaitNanos(left);
        checkOpen();
      }
      enqueue(waiting);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(Waiting<?> waiting) {
    queue.add(waiting);
    arrived.signal();
  }

  private void checkOpen() {
    if (closed) {
      throw closedException();
    }
  }

  private ScoringException closedException() {
    return new ScoringException("model '" + name + "' was closed: open it again to score with it");
  }

  /** Waits for a result, so long from now. */
  private <T> T await(Waiting<T> waiting, Duration limit) {
    return await(waiting, System.nanoTime() + limit.toNanos(), limit);
  }

  private <T> T await(Waiting<T> waiting, long deadline, Duration limit) {
    try {
      long quarter = limit.toNanos() / 4;
      for (int left = 2; left > 0; left--) {
        if (!waiting.isDoneBy(deadline - left * quarter)) {
          // another act of its batch may be what hangs
          breakUpBatchOf(waiting, quarter);
        }
      }
      return waiting.get(deadline);
    } catch (TimeoutException e) {
      giveUp(waiting);
      breakUpBatchOf(waiting, 0);
      throw timedOut(limit);
    } catch (InterruptedException e) {
      giveUp(waiting);
      throw interrupted(e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new ScoringException(
          cause instanceof ScoringException ? cause.getMessage() : cause.toString(), cause);
    }
  }

  private ScoringTimeoutException timedOut(Duration limit) {
    return new ScoringTimeoutException(
        "model '" + name + "' gave no answer within " + limit.toMillis() + " ms");
  }

  private ScoringException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ScoringException("interrupted while waiting for model '" + name + "'", e);
  }

  /** Nobody waits for it any more. */
  void giveUp(Waiting<?> waiting) {
    waiting.cancel();
    lock.lock();
    try {
      if (queue.remove(waiting)) {
        listener.dropped();
        room.signalAll();
      }
      workers.stream().filter(ScoringThread::worksForNobody).toList().forEach(this::abandon);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets the acts that a thread computes together with this one be scored by others, one by one.
   *
   * @param least how long they must have been computed for that
   */
  private void breakUpBatchOf(Waiting<?> waiting, long least) {
    lock.lock();
    try {
      workers.stream()
          .filter(worker -> worker.computesWithOthers(waiting, least))
          .toList()
          .forEach(
              worker -> {
                putBack(worker);
                abandon(worker);
              });
    } finally {
      lock.unlock();
    }
  }

  /** Called by a worker whose batch failed: its acts are scored one by one. */
  void retryOneByOne(ScoringThread worker) {
    lock.lock();
    try {
      putBack(worker);
    } finally {
      lock.unlock();
    }
  }

  private void putBack(ScoringThread worker) {
    List<Waiting<?>> undone = worker.takeBack();
    if (undone.isEmpty()) {
      return;
    }
    if (closed) {
      undone.forEach(waiting -> waiting.fail(closedException()));
      return;
    }
    for (int i = undone.size() - 1; i >= 0; i--) {
      undone.get(i).alone = true;
      queue.addFirst(undone.get(i));
    }
    listener.retried();
    arrived.signalAll();
  }

  private void abandon(ScoringThread worker) {
    abandoned++;
    worker.abandon();
    if (closed) {
      return;
    }
    listener.abandoned();
    if (abandoned <= MOST_ABANDONED) {
      startWorker();
    }
  }

  private void startWorker() {
    ScoringThread worker =
        new ScoringThread(this, scorer, listener, "lmtc-" + name + "-" + ++started);
    workers.add(worker);
    worker.start();
  }

  /** Called by a worker: waits for work, and assigns it; false when the worker is to end. */
  boolean assignWork(ScoringThread worker) {
    lock.lock();
    try {
      if (worker.comeBack()) {
        abandoned--;
        if (workers.size() - abandoned > threads) {
          return false;
        }
      }
      for (long patience = patience(); patience > 0 && !closed; patience = patience()) {
        awaitArrival(patience);
      }
      if (closed) {
        return false;
      }
      worker.assign(take());
      room.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Called by a worker before it calls the scorer; false when nobody waits for that any more.
   * Whoever gives up after this finds the worker at work, and stops it.
   */
  boolean begin(ScoringThread worker, ScoringRun run) {
    lock.lock();
    try {
      return worker.begin(run);
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

  /** How long to wait before taking what is there; 0 when it is to be taken now. */
  private long patience() {
    if (queue.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (queue.element().alone || queue.size() >= share()) {
      return 0;
    }
    long waited = System.nanoTime() - queue.element().since;
    return TimeUnit.MILLISECONDS.toNanos(settings.waitMillis()) - waited;
  }

  /** How many acts a thread takes at once, so that all threads have as many. */
  private int share() {
    int acts = Math.max(queue.size(), openRequests.getAsInt());
    return Math.max(1, Math.min(batch, (acts + threads - 1) / threads));
  }

  /** The first in the queue; when that is an act, with others of like length. */
  private List<Waiting<?>> take() {
    int others = share() - 1;
    Waiting<?> first = queue.remove();
    List<Waiting<?>> taken = new ArrayList<>();
    taken.add(first);
    if (others > 0 && !first.alone && first instanceof Waiting.ForScores act) {
      queue.stream()
          .limit(settings.window())
          .filter(other -> !other.alone)
          .filter(Waiting.ForScores.class::isInstance)
          .map(Waiting.ForScores.class::cast)
          .sorted(Comparator.comparingLong(other -> Math.abs(other.length - act.length)))
          .limit(others)
          .forEach(taken::add);
      queue.removeAll(taken);
    }
    return taken;
  }

  /** Called by a worker that ends. The last one to go closes the scorer. */
  void leave(ScoringThread worker) {
    boolean last;
    lock.lock();
    try {
      workers.remove(worker);
      last = closed && workers.isEmpty();
    } finally {
      lock.unlock();
    }
    if (last) {
      try {
        scorer.close();
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "closing model '" + name + "' failed", e);
      }
      listener.closed();
      lock.lock();
      try {
        scorerClosed = true;
        ended.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** How many acts wait. */
  public int depth() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  /** How many threads are at work for nobody and have not stopped yet. */
  public int abandoned() {
    lock.lock();
    try {
      return abandoned;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes the scorer, too. Whoever still waits is told. A thread that does not stop is left behind
   * after a while; it closes the scorer when it ends.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      queue.forEach(waiting -> waiting.fail(closedException()));
      queue.clear();
      for (ScoringThread worker : workers) {
        worker.failWork(closedException());
      }
      workers.stream().filter(ScoringThread::worksForNobody).toList().forEach(this::abandon);
      arrived.signalAll();
      room.signalAll();
      long left = CLOSING.toNanos();
      while (!scorerClosed && left > 0) {
        left = ended.awaitNanos(left);
      }
      if (!scorerClosed) {
        LOG.log(
            System.Logger.Level.WARNING,
            "model ''{0}'' does not stop computing: its memory is freed when it does",
            name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
