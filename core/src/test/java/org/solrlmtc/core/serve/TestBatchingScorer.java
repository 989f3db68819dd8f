package org.solrlmtc.core.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoringException;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TestBatchingScorer {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(30);

  private final ExecutorService requests = Executors.newCachedThreadPool();
  private final AtomicInteger openRequests = new AtomicInteger();
  private final Counts counts = new Counts();
  private PuppetScorer puppet = new PuppetScorer(true);
  private BatchingScorer scorer;
  private int indexingPercent = 50;

  /** What a listener hears. */
  private static final class Counts implements ServingListener {
    final AtomicInteger waited = new AtomicInteger();
    final AtomicInteger scored = new AtomicInteger();
    final AtomicInteger dropped = new AtomicInteger();
    final AtomicInteger retried = new AtomicInteger();
    final AtomicInteger replaced = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public void waited(long nanos) {
      assertTrue(nanos >= 0);
      waited.incrementAndGet();
    }

    @Override
    public void scored(int acts, long tokenizationNanos, long inferenceNanos) {
      assertTrue(tokenizationNanos >= 0 && inferenceNanos >= 0);
      scored.addAndGet(acts);
    }

    @Override
    public void dropped() {
      dropped.incrementAndGet();
    }

    @Override
    public void retried() {
      retried.incrementAndGet();
    }

    @Override
    public void replaced() {
      replaced.incrementAndGet();
    }

    @Override
    public void closed() {
      closed.incrementAndGet();
    }
  }

  private void open(int capacity, int window, int batchingDelayMillis, int threads) {
    scorer =
        new BatchingScorer(
            "puppet",
            puppet,
            new QueueSettings(capacity, window, batchingDelayMillis, threads, indexingPercent),
            openRequests::get,
            counts);
  }

  @AfterEach
  void close() {
    puppet.release();
    scorer.close();
    requests.shutdownNow();
    assertTrue(puppet.closed);
  }

  private static LegalAct act(String id) {
    return LegalAct.ofText(id, "text");
  }

  private Future<LabelScores> ask(String id, Duration limit) {
    return requests.submit(() -> scorer.score(Requester.READERS, act(id), limit));
  }

  /** Acts 1, 2, ... one after the other into the queue, from which no worker takes them. */
  private List<Future<LabelScores>> askWhileHeld(int acts) {
    List<Future<LabelScores>> asked = new ArrayList<>();
    for (int i = 1; i <= acts; i++) {
      int waiting = i;
      asked.add(ask(Integer.toString(i), LONG));
      await(() -> scorer.depth() == waiting);
    }
    return asked;
  }

  private static float score(LabelScores scores) {
    return scores.top(1).get(0).score();
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(condition::getAsBoolean);
  }

  private static <E extends Exception> E failure(Class<E> type, Future<?> future) {
    ExecutionException e = assertThrows(ExecutionException.class, () -> future.get());
    assertEquals(type, e.getCause().getClass(), e.getCause().toString());
    return type.cast(e.getCause());
  }

  /** Gives up an act that is being computed, not one that still waits. */
  private void timeOut(String id) {
    int before = puppet.calls.size();
    do {
      assertThrows(
          ScoringTimeoutException.class, () -> scorer.score(Requester.READERS, act(id), SHORT));
    } while (puppet.calls.size() == before);
  }

  @Test
  void manyActsComeBackInTheirOrder() {
    open(3, 16, 0, 1);
    List<LegalAct> acts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      acts.add(act(Integer.toString(i + 1)));
    }
    List<LabelScores> scores = scorer.scoreAll(acts, LONG);
    for (int i = 0; i < 100; i++) {
      assertEquals((i + 1) / 100f, score(scores.get(i)));
    }
    assertEquals(100, counts.scored.get());
    assertEquals(100, counts.waited.get());
    assertEquals(List.of(), scorer.scoreAll(List.of(), LONG));
  }

  @Test
  void everyRequestGetsItsOwnResult() throws Exception {
    open(256, 5, 1, 1);
    openRequests.set(8);
    List<Future<Boolean>> right = new ArrayList<>();
    for (int request = 0; request < 8; request++) {
      int first = request;
      right.add(
          requests.submit(
              () -> {
                boolean all = true;
                for (int i = 1 + first; i <= 100; i += 8) {
                  all &=
                      score(scorer.score(Requester.READERS, act(Integer.toString(i)), LONG))
                          == i / 100f;
                }
                return all;
              }));
    }
    for (Future<Boolean> each : right) {
      assertTrue(each.get());
    }
    assertTrue(puppet.calls.stream().allMatch(call -> call.size() <= 5), puppet.calls.toString());
  }

  @Test
  void whatWaitsIsScoredTogetherUpToTheWindow() throws Exception {
    open(256, 3, 0, 1);
    Future<LabelScores> first = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    List<Future<LabelScores>> others = askWhileHeld(4);
    puppet.release();
    first.get();
    for (Future<LabelScores> other : others) {
      other.get();
    }
    assertEquals(List.of(List.of("hold"), List.of("1", "2", "3"), List.of("4")), puppet.calls);
  }

  @Test
  void actsOfSimilarLengthAreScoredTogetherAndTheOldestFirst() throws Exception {
    open(256, 4, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    int[] lengths = {100, 900, 110, 910, 120, 130, 140};
    List<PendingResult<LabelScores>> others = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      LegalAct act = LegalAct.ofText(Integer.toString(i + 1), "x".repeat(lengths[i]));
      others.add(scorer.prefetch(act).orElseThrow());
    }
    puppet.release();
    held.get();
    for (int i = 0; i < lengths.length; i++) {
      assertEquals((i + 1) / 100f, score(others.get(i).await(LONG)));
    }
    // the bucketing window is 4: 6 and 7 are not considered before the second batch
    assertEquals(
        List.of(List.of("hold"), List.of("1", "3", "5", "2"), List.of("4", "7", "6")),
        puppet.calls);
  }

  @Test
  void aBatchIsDelayedWhileOtherRequestsAreOpen() throws Exception {
    open(256, 16, 60_000, 1);
    openRequests.set(2);
    Future<LabelScores> first = ask("1", LONG);
    await(() -> scorer.depth() == 1);
    Future<LabelScores> second = ask("2", LONG);
    first.get();
    second.get();
    assertEquals(List.of(List.of("1", "2")), puppet.calls);
  }

  @Test
  void aSingleRequestIsNotDelayed() {
    open(256, 16, 60_000, 1);
    openRequests.set(1);
    assertEquals(0.5f, score(scorer.score(Requester.READERS, act("50"), Duration.ofSeconds(45))));
  }

  @Test
  void aFullQueueRefuses() throws Exception {
    open(2, 16, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    Future<LabelScores> first = ask("1", LONG);
    Future<LabelScores> second = ask("2", LONG);
    await(() -> scorer.depth() == 2);
    QueueFullException e =
        assertThrows(
            QueueFullException.class, () -> scorer.score(Requester.READERS, act("3"), LONG));
    assertTrue(e.getMessage().contains("'puppet' is full: 2 acts wait"), e.getMessage());
    assertTrue(e.getMessage().contains("lmtc.queue.capacity"), e.getMessage());
    assertThrows(ScoringTimeoutException.class, () -> scorer.scoreAll(List.of(act("4")), SHORT));
    puppet.release();
    held.get();
    first.get();
    second.get();
    assertEquals(0.03f, score(scorer.score(Requester.READERS, act("3"), LONG)));
  }

  @Test
  void cancelledRequestsAreNotStarted() throws Exception {
    open(256, 16, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    ScoringTimeoutException e =
        assertThrows(
            ScoringTimeoutException.class,
            () -> scorer.score(Requester.READERS, act("late"), SHORT));
    assertEquals("model 'puppet' gave no answer within 30 ms", e.getMessage());
    Future<LabelScores> cancelled = ask("cancelled", LONG);
    await(() -> scorer.depth() == 1);
    cancelled.cancel(true);
    await(() -> scorer.depth() == 0);
    puppet.release();
    held.get();
    scorer.score(Requester.READERS, act("1"), LONG);
    assertEquals(List.of(List.of("hold"), List.of("1")), puppet.calls);
    assertEquals(2, counts.dropped.get());
    assertEquals(0, counts.replaced.get(), "the held computation was still awaited");
  }

  @Test
  void onlyTheActOfABatchThatTakesTooLongFails() throws Exception {
    open(256, 16, 0, 1);
    // time enough to be taken with the others after the release
    Future<LabelScores> slow = askBetweenOthers("sleep", Duration.ofSeconds(2));
    failure(ScoringTimeoutException.class, slow);
    assertEquals(2, counts.replaced.get(), "the batch, and the act alone");
  }

  @Test
  void anActThatHangsForGoodDoesNotTakeAlongThoseThatWaitAsLong() throws Exception {
    open(256, 16, 0, 2);
    CountDownLatch queued = new CountDownLatch(1);
    List<Future<?>> busy = List.of(occupy(queued), occupy(queued));
    List<Future<LabelScores>> asked = new ArrayList<>();
    for (String id : List.of("1", "hold", "2")) {
      asked.add(ask(id, Duration.ofSeconds(6)));
      int waiting = asked.size();
      await(() -> scorer.depth() == waiting);
    }
    queued.countDown();
    for (Future<?> each : busy) {
      each.get();
    }
    assertEquals(0.01f, score(asked.get(0).get()));
    assertEquals(0.02f, score(asked.get(2).get()));
    failure(ScoringTimeoutException.class, asked.get(1));
    assertTrue(puppet.calls.contains(List.of("1", "hold")), puppet.calls.toString());
    assertEquals(1, counts.retried.get());
  }

  /** Keeps a thread of the scorer at work until then. */
  private Future<?> occupy(CountDownLatch until) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Future<?> busy =
        requests.submit(
            () ->
                scorer.perform(
                    Requester.READERS,
                    any -> {
                      begun.countDown();
                      return uninterrupted(until);
                    },
                    LONG));
    begun.await();
    return busy;
  }

  private static boolean uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void backgroundWorkUsesAtMostHalfOfTheQueue() throws Exception {
    open(4, 16, 0, 1);
    CountDownLatch queued = new CountDownLatch(1);
    Future<?> busy = occupy(queued);
    Future<List<LabelScores>> background =
        requests.submit(() -> scorer.scoreAll(List.of(act("1"), act("2"), act("3")), LONG));
    await(() -> scorer.depth() == 2);
    Future<LabelScores> third = ask("3", LONG);
    await(() -> scorer.depth() == 3);
    Future<LabelScores> fourth = ask("4", LONG);
    await(() -> scorer.depth() == 4);
    assertThrows(QueueFullException.class, () -> scorer.score(Requester.READERS, act("5"), LONG));
    queued.countDown();
    busy.get();
    assertEquals(3, background.get().size());
    assertEquals(0.03f, score(third.get()));
    assertEquals(0.04f, score(fourth.get()));
  }

  /** Acts of readers 1, 2, ... and then of indexing 51, 52, ... while no worker takes them. */
  private List<Future<LabelScores>> askForBoth(int readers, int indexing) {
    List<Future<LabelScores>> asked = askWhileHeld(readers);
    for (int i = 1; i <= indexing; i++) {
      String id = Integer.toString(50 + i);
      int waiting = readers + i;
      asked.add(requests.submit(() -> scorer.score(Requester.INDEXING, act(id), LONG)));
      await(() -> scorer.depth() == waiting);
    }
    return asked;
  }

  private List<String> order(int readers, int indexing) throws Exception {
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    List<Future<LabelScores>> asked = askForBoth(readers, indexing);
    puppet.release();
    held.get();
    for (Future<LabelScores> request : asked) {
      request.get();
    }
    return puppet.calls.stream().flatMap(List::stream).skip(1).toList();
  }

  @Test
  void readersDoNotStarveIndexing() throws Exception {
    puppet = new PuppetScorer(false);
    open(16, 16, 0, 1);
    assertEquals(
        List.of("51", "1", "52", "2", "53", "3", "4", "5", "6"), order(6, 3).subList(0, 9));
  }

  @Test
  void theSharesOfIndexingAndReadersAreConfigurable() throws Exception {
    puppet = new PuppetScorer(false);
    indexingPercent = 75;
    open(16, 16, 0, 1);
    List<String> order = order(6, 6);
    assertEquals(6, order.subList(0, 8).stream().filter(id -> id.length() == 2).count());
  }

  @Test
  void whoDoesNotUseItsShareCannotSaveItForLater() throws Exception {
    puppet = new PuppetScorer(false);
    open(64, 16, 0, 1);
    for (int i = 0; i < 20; i++) {
      scorer.score(Requester.READERS, act("1"), LONG);
    }
    List<String> order = order(4, 4);
    assertEquals(List.of("51", "1", "52", "2"), order.subList(20, 24));
  }

  @Test
  void readersThatFillTheirQueueLeaveRoomForIndexing() throws Exception {
    open(2, 16, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    List<Future<LabelScores>> asked = askWhileHeld(2);
    assertThrows(QueueFullException.class, () -> scorer.score(Requester.READERS, act("3"), LONG));
    Future<LabelScores> indexed =
        requests.submit(() -> scorer.score(Requester.INDEXING, act("51"), LONG));
    await(() -> scorer.depth() == 3);
    puppet.release();
    held.get();
    assertEquals(0.51f, score(indexed.get()));
    asked.get(1).get();
  }

  @Test
  void prefetchedActsAreCountedApart() throws Exception {
    open(2, 16, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    PendingResult<LabelScores> first = scorer.prefetch(act("1")).orElseThrow();
    PendingResult<LabelScores> second = scorer.prefetch(act("2")).orElseThrow();
    assertEquals(Optional.empty(), scorer.prefetch(act("3")));
    assertEquals(2, scorer.depth());
    assertFalse(first.isDone());
    second.cancel();
    assertEquals(1, scorer.depth());
    Future<LabelScores> other = ask("4", LONG);
    await(() -> scorer.depth() == 2);
    puppet.release();
    held.get();
    assertEquals(0.04f, score(other.get()));
    assertTrue(first.isDone(), "it came before");
    long waited = first.waitedNanos();
    assertEquals(0.01f, score(first.await(SHORT)));
    assertTrue(waited > 0 && waited == first.waitedNanos(), "the time does not go on");
    assertEquals(1, counts.dropped.get());
  }

  @Test
  void anActWhoseTurnHasComeCountsLikeOthers() throws Exception {
    open(1, 16, 0, 1);
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    PendingResult<LabelScores> first = scorer.prefetch(act("1")).orElseThrow();
    Future<LabelScores> due = requests.submit(() -> first.await(LONG));
    await(() -> isThereRoomToPrefetch());
    PendingResult<LabelScores> second = scorer.prefetch(act("2")).orElseThrow();
    assertThrows(QueueFullException.class, () -> second.await(LONG));
    assertEquals(1, scorer.depth());
    puppet.release();
    held.get();
    assertEquals(0.01f, score(due.get()));
    assertEquals(List.of(List.of("hold"), List.of("1")), puppet.calls);
  }

  private boolean isThereRoomToPrefetch() {
    Optional<PendingResult<LabelScores>> probe = scorer.prefetch(act("probe"));
    probe.ifPresent(PendingResult::cancel);
    return probe.isPresent();
  }

  @Test
  void theTimeLimitOfAPrefetchedActBeginsWhenItIsAwaited() throws Exception {
    open(256, 16, 0, 1);
    puppet.release();
    PendingResult<LabelScores> slow = scorer.prefetch(act("sleep")).orElseThrow();
    await(() -> puppet.holding.get() == 1);
    PendingResult<LabelScores> next = scorer.prefetch(act("1")).orElseThrow();
    Thread.sleep(2 * SHORT.toMillis());
    assertEquals(1, puppet.holding.get(), "its turn has not come");
    assertThrows(ScoringTimeoutException.class, () -> slow.await(SHORT));
    assertEquals(0.01f, score(next.await(LONG)), "it did not pay for the one before it");
  }

  @Test
  void onlyTheActOfABatchThatThrowsFails() throws Exception {
    open(256, 16, 0, 1);
    Future<LabelScores> poison = askBetweenOthers("poison", LONG);
    assertEquals("poisoned", failure(ScoringException.class, poison).getMessage());
  }

  /** Asks for an act in a batch of three; the others are scored, and each of them alone. */
  private Future<LabelScores> askBetweenOthers(String id, Duration limit) throws Exception {
    Future<LabelScores> held = ask("hold", LONG);
    await(() -> puppet.holding.get() == 1);
    Future<LabelScores> first = ask("1", LONG);
    await(() -> scorer.depth() == 1);
    Future<LabelScores> asked = ask(id, limit);
    await(() -> scorer.depth() == 2);
    Future<LabelScores> last = ask("2", LONG);
    await(() -> scorer.depth() == 3);
    puppet.release();
    held.get();
    assertEquals(0.01f, score(first.get()));
    assertEquals(0.02f, score(last.get()));
    assertEquals(1, counts.retried.get());
    assertEquals(
        List.of(List.of("hold"), List.of("1", id, "2"), List.of("1"), List.of(id), List.of("2")),
        puppet.calls);
    return asked;
  }

  @Test
  void anotherThreadTakesOverFromOneThatIsStuck() throws Exception {
    open(256, 16, 0, 1);
    timeOut("hold");
    assertEquals(1, scorer.stuckThreads());
    assertEquals(0.01f, score(scorer.score(Requester.READERS, act("1"), LONG)));
    puppet.release();
    await(() -> scorer.stuckThreads() == 0);
    assertEquals(0.02f, score(scorer.score(Requester.READERS, act("2"), LONG)));
  }

  @Test
  void aComputationThatListensIsStopped() throws Exception {
    open(256, 16, 0, 1);
    timeOut("sleep");
    await(() -> puppet.holding.get() == 0 && scorer.stuckThreads() == 0);
    assertEquals(0.01f, score(scorer.score(Requester.READERS, act("1"), LONG)));
  }

  @Test
  void threadsThatAreStuckDoNotPileUp() throws Exception {
    open(256, 16, 0, 1);
    for (int i = 0; i < 5; i++) {
      timeOut("hold");
      assertEquals(i + 1, scorer.stuckThreads());
    }
    assertThrows(
        ScoringTimeoutException.class, () -> scorer.score(Requester.READERS, act("1"), SHORT));
    assertEquals(5, puppet.calls.size());
    assertEquals(0, scorer.depth());
    puppet.release();
    assertEquals(0.01f, score(scorer.score(Requester.READERS, act("1"), LONG)));
    await(() -> scorer.stuckThreads() == 0);
  }

  @Test
  void threadsShareTheQueue() throws Exception {
    open(256, 16, 0, 2);
    List<Future<LabelScores>> held = List.of(ask("hold", LONG), ask("hold", LONG));
    await(() -> puppet.holding.get() == 2);
    List<Future<LabelScores>> others = askWhileHeld(4);
    puppet.release();
    for (Future<LabelScores> each : held) {
      each.get();
    }
    for (Future<LabelScores> other : others) {
      other.get();
    }
    assertTrue(puppet.calls.contains(List.of("1", "2")), puppet.calls.toString());
  }

  @Test
  void aGpuIsAskedByOneThread() {
    open(256, 16, 0, 1);
    QueueSettings chosen = new QueueSettings(256, 16, 0, 0, 50);
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(cores, chosen.threadsFor(puppet));
    assertEquals(1, chosen.threadsFor(new PuppetScorer(true, "cuda:0")));
    assertEquals(1, chosen.threadsFor(new PuppetScorer(false, "cuda:0")));
    assertEquals(3, new QueueSettings(256, 16, 0, 3, 50).threadsFor(puppet));
  }

  @Test
  void scorersWithoutBatchesUseSeveralThreads() throws Exception {
    puppet = new PuppetScorer(false);
    open(256, 16, 0, 2);
    CyclicBarrier both = new CyclicBarrier(2);
    Future<Integer> first =
        requests.submit(() -> scorer.perform(Requester.READERS, any -> meet(both), LONG));
    Future<Integer> second =
        requests.submit(() -> scorer.perform(Requester.READERS, any -> meet(both), LONG));
    assertEquals(1, first.get() + second.get());
    scorer.scoreAll(List.of(act("1"), act("2"), act("3")), LONG);
    assertEquals(3, puppet.calls.size());
  }

  private static int meet(CyclicBarrier barrier) {
    try {
      return barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void errorsReachTheCaller() {
    open(256, 16, 0, 1);
    ScoringException e =
        assertThrows(
            ScoringException.class,
            () ->
                scorer.perform(
                    Requester.READERS,
                    any -> {
                      throw new StackOverflowError("deep");
                    },
                    LONG));
    assertEquals("java.lang.StackOverflowError: deep", e.getMessage());
    assertEquals(0.01f, score(scorer.score(Requester.READERS, act("1"), LONG)));
  }

  @Test
  void closingFailsWaitingRequests() throws Exception {
    open(256, 16, 0, 1);
    Future<LabelScores> asleep = ask("sleep", LONG);
    await(() -> puppet.holding.get() == 1);
    Future<LabelScores> waiting = ask("1", LONG);
    await(() -> scorer.depth() == 1);
    scorer.close();
    assertTrue(puppet.closed);
    assertEquals(1, counts.closed.get());
    for (Future<LabelScores> each : List.of(asleep, waiting)) {
      String message = failure(ScoringException.class, each).getMessage();
      assertTrue(message.contains("'puppet' was closed"), message);
    }
    assertThrows(ScoringException.class, () -> scorer.score(Requester.READERS, act("1"), LONG));
  }

  @Test
  void closingDoesNotWaitForAThreadThatIsStuck() throws Exception {
    open(256, 16, 0, 1);
    timeOut("hold");
    scorer.close();
    assertFalse(puppet.closed, "it is still used");
    assertEquals(0, counts.closed.get());
    assertEquals(1, scorer.stuckThreads());
    puppet.release();
    await(() -> counts.closed.get() == 1);
    assertTrue(puppet.closed);
    assertEquals(0, scorer.stuckThreads());
  }

  @Test
  void settingsComeFromSystemProperties() {
    open(256, 16, 0, 1);
    assertEquals(new QueueSettings(256, 64, 2, 0, 50), QueueSettings.ofThisProcess());
    assertWrongProperty("lmtc.queue.capacity", "0", "must be between 1 and 1000000, not 0");
    assertWrongProperty("lmtc.queue.bucketingWindow", "many", "must be a number, not 'many'");
    assertWrongProperty("lmtc.queue.batchingDelayMillis", "-1", "must be between 0 and");
    assertWrongProperty("lmtc.queue.threads", "9999", "must be between 0 and");
  }

  private static void assertWrongProperty(String property, String value, String message) {
    System.setProperty(property, value);
    try {
      BundleException e = assertThrows(BundleException.class, QueueSettings::ofThisProcess);
      assertTrue(
          e.getMessage().startsWith("the system property " + property + " " + message),
          e.getMessage());
    } finally {
      System.clearProperty(property);
    }
  }
}
