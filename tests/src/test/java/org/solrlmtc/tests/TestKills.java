package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server over and over while clients index, and counts the acts that it had acknowledged
 * and no longer has. A kill takes about ten seconds: the build makes three per test, {@code
 * -Pkills} a hundred. {@code -Dkills.count} is their number, {@code
 * -Dkills.updateLog=solr.UpdateLog} shows Solr's own update log for comparison.
 */
class TestKills {
  private static final int KILLS = Integer.getInteger("kills.count", 3);
  private static final String UPDATE_LOG = System.getProperty("kills.updateLog", "");
  private static final int CLIENTS = 4;
  private static final int MAX_ACTS_PER_REQUEST = 100;
  private static final int SEED = 7;
  private static final String TEXT = "regulation on the import of milk and cheese ";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  /** Ids that the server acknowledged since its last start. */
  private final Set<String> acknowledged = new ConcurrentSkipListSet<>();

  private final Random random = new Random(SEED);
  private volatile boolean committing;
  private long total;

  @Test
  void killsAtRandomMomentsLoseNoAcknowledgedAct() throws Exception {
    // commits by time fall into many of the kills, as they do in production
    campaign("-Dsolr.autoCommit.maxTime=1000", product -> pause(random.nextInt(3_000)));
  }

  @Test
  void killsDuringHardCommitsLoseNoAcknowledgedAct() throws Exception {
    campaign(
        "-Dsolr.autoCommit.maxTime=600000",
        product -> {
          pause(500);
          await("a commit begins")
              .pollInterval(Duration.ofMillis(1))
              .atMost(Duration.ofMinutes(1))
              .until(() -> committing);
          pause(random.nextInt(40));
        });
  }

  private interface Moment {
    void await(Product product) throws Exception;
  }

  private void campaign(String autoCommit, Moment moment) throws Exception {
    List<String> options = new ArrayList<>(List.of("-Dlmtc.model=exact-match", autoCommit));
    if (!UPDATE_LOG.isEmpty()) {
      options.add("-Dlmtc.updateLog=" + UPDATE_LOG);
    }
    Set<String> lost = new TreeSet<>();
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start(options.toArray(String[]::new));
      for (int kill = 0; kill < KILLS; kill++) {
        indexUntilKilled(product, kill, autoCommit.endsWith("=600000"), moment);
        product.restart(options.toArray(String[]::new));
        lost.addAll(missing(product, kill));
        total += acknowledged.size();
        acknowledged.clear();
        System.out.printf(
            "%d kills: %d of %d acknowledged acts are lost %s%n",
            kill + 1, lost.size(), total, lost.size() > 20 ? "" : lost);
      }
      assertTrue(product.count("*:*") >= total - lost.size(), "acts of earlier kills are lost");
    }
    assertEquals(Set.of(), lost);
  }

  private void indexUntilKilled(Product product, int round, boolean commits, Moment moment)
      throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String name = round + "-" + i;
        Random own = new Random(SEED + 31L * round + i);
        clients.add(threads.submit(() -> index(product, name, own)));
      }
      if (commits) {
        clients.add(threads.submit(() -> commit(product)));
      }
      await("acts are acknowledged")
          .pollInterval(Duration.ofMillis(10))
          .atMost(Duration.ofMinutes(1))
          .until(() -> !acknowledged.isEmpty());
      moment.await(product);
      product.kill();
      for (Future<?> client : clients) {
        client.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Indexes until the server is gone. */
  private void index(Product product, String name, Random own) {
    for (int request = 0; ; request++) {
      List<Map<String, String>> acts = new ArrayList<>();
      List<String> ids = new ArrayList<>();
      int size = 1 + own.nextInt(MAX_ACTS_PER_REQUEST);
      for (int i = 0; i < size; i++) {
        String id = name + "-" + request + "-" + i;
        ids.add(id);
        acts.add(Map.of("id", id, "header", TEXT.repeat(1 + own.nextInt(4))));
      }
      try {
        JsonNode answer = product.post("/update", JSON.writeValueAsString(acts));
        assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer::toString);
        acknowledged.addAll(ids);
      } catch (IOException e) {
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Commits again and again until the server is gone. */
  private void commit(Product product) {
    try {
      while (true) {
        committing = true;
        product.commit();
        committing = false;
        pause(50);
      }
    } catch (IOException e) {
      committing = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Acknowledged acts of this round that a restarted server does not have. */
  private Set<String> missing(Product product, int round) throws Exception {
    await("the update log is replayed")
        .atMost(Duration.ofMinutes(2))
        .until(() -> product.isLogReplayed());
    product.commit();
    Set<String> missing = new TreeSet<>(acknowledged);
    JsonNode found =
        product.get(
            "/query", Map.of("q", "{!prefix f=id}" + round + "-", "rows", "1000000", "fl", "id"));
    found.at("/response/docs").forEach(doc -> missing.remove(doc.get("id").asText()));
    return missing;
  }
}
