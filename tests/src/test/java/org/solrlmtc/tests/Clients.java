package org.solrlmtc.tests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** Clients of a server, who remember which acts it acknowledged, and what else it answered. */
final class Clients implements AutoCloseable {
  private static final int ACTS_PER_REQUEST = 4;
  private static final int MAX_TRIES = 6_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Product product;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
  private final Collection<Seen> refusals = new ConcurrentLinkedQueue<>();

  /**
   * What a client saw.
   *
   * @param code of HTTP, as the body repeats it; 0 when there was no answer that can be read
   */
  record Seen(int code, String message) {}

  Clients(Product product) {
    this.product = product;
  }

  /** Sends acts with this header in one request. */
  Seen send(String header, String... ids) throws InterruptedException {
    List<Map<String, String>> acts = new ArrayList<>();
    for (String id : ids) {
      acts.add(Map.of("id", id, "header", header));
    }
    Seen seen = send(acts);
    if (seen.code() == 200) {
      acknowledged.addAll(List.of(ids));
    } else {
      refusals.add(seen);
    }
    return seen;
  }

  private Seen send(List<Map<String, String>> acts) throws InterruptedException {
    try {
      JsonNode answer = product.post("/update", JSON.writeValueAsString(acts));
      // nothing but Solr's own word is an acknowledgement
      return answer.at("/responseHeader/status").asInt(-1) == 0
          ? new Seen(200, "")
          : new Seen(answer.at("/error/code").asInt(-1), answer.at("/error/msg").asText());
    } catch (IOException e) {
      return new Seen(0, e.toString());
    }
  }

  /** Sends acts until they are acknowledged. */
  void insist(String header, String... ids) throws InterruptedException {
    for (int tries = 0; send(header, ids).code() != 200; tries++) {
      if (tries == MAX_TRIES) {
        throw new AssertionError("never acknowledged: " + List.of(ids));
      }
      Thread.sleep(20);
    }
  }

  /** Starts a client that indexes as long as a condition holds. */
  void start(String name, String header, BooleanSupplier goOn) {
    start(
        () -> {
          for (int request = 0; goOn.getAsBoolean(); request++) {
            String[] ids = new String[ACTS_PER_REQUEST];
            for (int i = 0; i < ids.length; i++) {
              ids[i] = name + "-" + request + "-" + i;
            }
            insist(header, ids);
            // the tests are about what is kept, not about how much
            Thread.sleep(10);
          }
          return null;
        });
  }

  /** Starts a client of another kind. */
  void start(Callable<?> client) {
    running.add(threads.submit(client));
  }

  /** Waits until all clients are done. */
  void await() throws ExecutionException, InterruptedException {
    for (Future<?> client : running) {
      client.get();
    }
  }

  /** Waits until further acts were acknowledged. */
  void awaitProgress() {
    int wanted = acknowledged.size() + 10 * ACTS_PER_REQUEST;
    Awaitility.await("acts are acknowledged")
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofMinutes(2))
        .until(() -> acknowledged.size() >= wanted);
  }

  /** The ids of the acts that were acknowledged. */
  Set<String> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  List<Seen> refusals() {
    return List.copyOf(refusals);
  }

  /** Acknowledged acts that are not in the index. */
  Set<String> lost() throws IOException, InterruptedException {
    Set<String> lost = new TreeSet<>(acknowledged);
    lost.removeAll(found().keySet());
    return lost;
  }

  /** All acts in the index, by their ids. */
  Map<String, JsonNode> found() throws IOException, InterruptedException {
    product.commit();
    return product.labels("eurlex");
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
