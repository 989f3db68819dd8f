package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients that classify leave indexing its share of the model. */
class TestFairShares {
  private static final int READERS = 400;
  private static final int INDEXERS = 4;
  private static final int ACTS_PER_REQUEST = 20;
  private static final int SECONDS = 8;
  private static final String TEXT = "Regulation on the import of milk and cheese ".repeat(60);

  @TempDir Path folder;

  @Test
  void indexingGoesOnWhileHundredsOfClientsClassify() throws Exception {
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start("-Dlmtc.model=eurovoc-network");
      index(product, "warm-up");
      int alone = index(product, "alone");
      try (Readers readers = new Readers(product)) {
        readers.awaitAnswers();
        int together = index(product, "together");
        System.out.printf(
            Locale.ROOT,
            "%d acts in %d seconds alone, %d beside %d clients that classify%n",
            alone,
            SECONDS,
            together,
            READERS);
        // half of the model's time, and what the requests of the readers leave of the processors;
        // without shares it was a fiftieth
        assertTrue(together * 8 >= alone, together + " acts instead of " + alone);
        // 0: a connection that was not accepted
        assertTrue(Set.of(0, 200, 429).containsAll(readers.codes()), readers.codes()::toString);
        assertTrue(readers.codes().contains(200), readers.codes()::toString);
      }
    }
  }

  /** How many acts a few clients get indexed. */
  private static int index(Product product, String name) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    ExecutorService threads = Executors.newFixedThreadPool(INDEXERS);
    try {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < INDEXERS; i++) {
        String prefix = name + i + "-";
        clients.add(threads.submit(() -> index(product, prefix, end)));
      }
      int sum = 0;
      for (Future<Integer> client : clients) {
        sum += client.get();
      }
      return sum;
    } finally {
      threads.shutdownNow();
    }
  }

  private static int index(Product product, String prefix, long end) throws Exception {
    int indexed = 0;
    while (System.nanoTime() < end) {
      StringJoiner acts = new StringJoiner(",", "[", "]");
      for (int i = 0; i < ACTS_PER_REQUEST; i++) {
        acts.add("{\"id\":\"" + prefix + (indexed + i) + "\",\"header\":\"" + TEXT + "\"}");
      }
      JsonNode answer = product.post("/update", acts.toString());
      assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer::toString);
      indexed += ACTS_PER_REQUEST;
    }
    return indexed;
  }

  /** Clients that classify until they are closed. */
  private static final class Readers implements AutoCloseable {
    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;
    private final Set<Integer> codes = new ConcurrentSkipListSet<>();
    private final List<CompletableFuture<?>> clients = new ArrayList<>();
    private volatile boolean over;

    Readers(Product product) {
      request =
          HttpRequest.newBuilder(URI.create(product.url() + "/eurlex/lmtc/classify"))
              .header("Content-Type", "text/plain")
              .POST(HttpRequest.BodyPublishers.ofString(TEXT))
              .build();
      for (int i = 0; i < READERS; i++) {
        clients.add(ask());
      }
    }

    private CompletableFuture<Integer> ask() {
      return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
          .handle((answer, failure) -> failure == null ? answer.statusCode() : 0)
          .thenCompose(
              code -> {
                codes.add(code);
                return over ? CompletableFuture.completedFuture(code) : ask();
              });
    }

    void awaitAnswers() {
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !codes.isEmpty());
    }

    Set<Integer> codes() {
      return new TreeSet<>(codes);
    }

    @Override
    public void close() {
      over = true;
      CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new)).join();
    }
  }
}
