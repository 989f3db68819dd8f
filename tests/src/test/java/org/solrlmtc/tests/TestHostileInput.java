package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.solrlmtc.core.bundle.BundleWriter;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.fixtures.TinyThesaurus;
import org.solrlmtc.fixtures.WordNetworks;

/**
 * Nothing that a client sends, and no bundle, stops a server. The numbers of random cases are small
 * here; {@code -Pfuzz} runs many more.
 */
class TestHostileInput {
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 300);
  private static final int JAVABIN = Integer.getInteger("fuzz.javabin", 100);
  private static final int DOCUMENTS = Integer.getInteger("fuzz.documents", 2_000);
  private static final int BUNDLES = Integer.getInteger("fuzz.bundles", 40);

  /** What counts as hanging. Longer in ordinary builds, which may run on busy machines. */
  private static final int SECONDS = Integer.getInteger("fuzz.seconds", 60);

  private static final long SEED = 20;
  private static final int MB = 1_000_000;

  @TempDir Path folder;

  /** A server with a small heap. */
  private Product start() throws IOException, InterruptedException {
    Product product = new Product(folder.resolve("solr"));
    product.start("--heap=384m", "-Dlmtc.model=exact-match");
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    return product;
  }

  private static void assertServes(Product product) throws IOException, InterruptedException {
    assertTrue(product.isAlive());
    assertTrue(
        product.get("/lmtc/classify", Map.of("text", "imports of milk")).at("/labels").isArray());
  }

  /** Posts bodies at the same time; returns the HTTP codes, 0 for a closed connection. */
  private static Set<Integer> post(Product product, String type, byte[] body, int clients)
      throws Exception {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(product.url() + "/eurlex/lmtc/classify"))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        answers.add(threads.submit(() -> code(http, request)));
      }
      Set<Integer> codes = new TreeSet<>();
      for (Future<Integer> answer : answers) {
        codes.add(answer.get());
      }
      return codes;
    } finally {
      threads.shutdownNow();
    }
  }

  private static int code(HttpClient http, HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  @Test
  void largeTextsAndBodiesDoNotStopAServerWithASmallHeap() throws Exception {
    try (Product product = start()) {
      StringBuilder ignored = new StringBuilder("{\"text\":\"milk\",\"concepts\":[{}");
      while (ignored.length() < 36 * MB) {
        ignored.append(",{}");
      }
      byte[] json = ignored.append("]}").toString().getBytes(StandardCharsets.UTF_8);
      assertEquals(Set.of(200), post(product, "application/json", json, 1));

      byte[] tooLong = "milk ".repeat(10 * MB).getBytes(StandardCharsets.UTF_8);
      Set<Integer> refused = post(product, "text/plain", tooLong, 8);
      assertTrue(Set.of(0, 400, 429).containsAll(refused), refused::toString);

      byte[] allowed = "milk ".repeat(99 * MB / 50).getBytes(StandardCharsets.UTF_8);
      Set<Integer> answered = post(product, "text/plain", allowed, 80);
      assertTrue(Set.of(0, 200, 429).containsAll(answered), answered::toString);
      assertTrue(answered.contains(200), answered::toString);
      assertServes(product);
    }
  }

  @Test
  void comparisonsOfAllDocumentsAtOnceDoNotStopAServerWithASmallHeap() throws Exception {
    try (Product product = start()) {
      for (int from = 0; from < DOCUMENTS; from += 1_000) {
        StringJoiner documents = new StringJoiner(",", "[", "]");
        for (int i = from; i < Math.min(DOCUMENTS, from + 1_000); i++) {
          documents.add(
              "{\"id\":\"m"
                  + i
                  + "\",\"header\":\"milk\",\"concepts\":\"192\",\"eurovoc_id\":\"192\"}");
        }
        product.post("/update?update.chain=plain", documents.toString());
      }
      product.commit();
      Map<String, String> all = new TreeMap<>(Map.of("gold", "concepts", "compare", "exact-match"));
      all.put("limit", "10000000");
      assertEquals(400, product.get("/lmtc/evaluate", all).at("/error/code").asInt());
      all.put("limit", "1000000");
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        Callable<JsonNode> compare = () -> product.get("/lmtc/evaluate", all);
        for (Future<JsonNode> answer : threads.invokeAll(List.of(compare, compare))) {
          JsonNode got = answer.get();
          // compared, or refused before it starts
          assertTrue(
              got.has("comparison") || Set.of(400, 429).contains(got.at("/error/code").asInt()),
              got::toString);
        }
      } finally {
        threads.shutdownNow();
      }
      assertServes(product);
    }
  }

  @Test
  void randomRequestsAreAnswered() throws Exception {
    try (Product product = start()) {
      RequestFuzzer fuzzer =
          new RequestFuzzer(product.url() + "/eurlex", Duration.ofSeconds(SECONDS), SEED);
      for (int i = 0; i < REQUESTS; i++) {
        int number = i;
        Optional<String> problem = fuzzer.send();
        assertTrue(problem.isEmpty(), () -> "request " + number + ": " + problem.orElseThrow());
        assertTrue(product.isAlive(), () -> "the server ended after request " + number);
      }
      assertServes(product);
      assertLogsArePrivate(product);
    }
  }

  @Test
  void damagedJavabinStopsNoServerAndLosesNoAct() throws Exception {
    try (Product product = start()) {
      product.commit();
      long before = product.count("*:*");
      RequestFuzzer fuzzer =
          new RequestFuzzer(product.url() + "/eurlex", Duration.ofSeconds(SECONDS), SEED);
      for (int i = 0; i < JAVABIN; i++) {
        int number = i;
        Optional<String> problem = fuzzer.sendDamagedJavabin();
        assertTrue(problem.isEmpty(), () -> "update " + number + ": " + problem.orElseThrow());
        assertTrue(product.isAlive(), () -> "the server ended after update " + number);
      }
      // a damaged update may add documents; it must neither remove any nor prevent commits
      product.commit();
      long after = product.count("*:*");
      assertTrue(after >= before, () -> before + " documents before, " + after + " after");
      assertServes(product);
    }
  }

  /** Solr allocates what javabin states before it reads the content. */
  @Test
  void javabinThatStatesGigabytesIsRefusedWhereverItIsSent() throws Exception {
    // an array whose only text has 1.8 GB, of which nothing follows
    byte[] damaged = {2, (byte) 0x81, 0x3F, -1, -1, -1, -1, 6};
    byte[] update = damaged.clone();
    update[1] = 14; // an iterator over documents
    String cursor = Base64.getEncoder().encodeToString(damaged);
    try (Product product = start()) {
      String node = product.url().replaceAll("/solr$", "");
      List<HttpRequest.Builder> requests = new ArrayList<>();
      for (String path : List.of("/solr/eurlex/update", "/api/cores/eurlex/update/bin")) {
        requests.add(
            HttpRequest.newBuilder(URI.create(node + path))
                .header("Content-Type", "application/javabin")
                .POST(HttpRequest.BodyPublishers.ofByteArray(update)));
      }
      for (String path : List.of("/select", "/query", "/export")) {
        String query = "?q=*:*&fl=id&sort=id%20asc&cursorMark=" + cursor;
        requests.add(HttpRequest.newBuilder(URI.create(node + "/solr/eurlex" + path + query)));
      }
      for (HttpRequest.Builder request : requests) {
        HttpRequest built = request.build();
        assertEquals(400, code(HttpClient.newHttpClient(), built), () -> built.uri().toString());
      }
      assertServes(product);
    }
  }

  /** Messages of random requests are in the log, which not everyone can read. */
  private void assertLogsArePrivate(Product product) throws IOException {
    List<Path> logs = logs();
    // the log itself, its former parts, and what the process prints
    assertTrue(logs.size() > 1, logs::toString);
    for (Path log : logs) {
      assertEquals(
          "rw-r-----",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(log)),
          log::toString);
    }
    assertTrue(log().contains("/lmtc/classify"), product::url);
  }

  private List<Path> logs() throws IOException {
    try (var files = Files.walk(folder.resolve("solr"))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .filter(file -> !file.toString().contains("tlog"))
          .sorted()
          .toList();
    }
  }

  private String log() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path log : logs()) {
      text.append(Files.readString(log));
    }
    return text.toString();
  }

  @Test
  void noRequestForgesALineOfTheLog() throws Exception {
    try (Product product = start()) {
      String forged = "a\n2026-01-01T00:00:00,000Z ERROR forged\r\n\u2028forged (";
      product.get("/query", Map.of("q", "header:" + forged));
      product.get("/query", Map.of("q", "*:*", "sort", forged));
      product.get("/query", Map.of("q", "*:*", "rows", forged));
      product.get("/lmtc/classify", Map.of("text", "milk", "model", forged));
      product.get("/lmtc/evaluate", Map.of("fq", forged));
      product.post(
          "/update", "[{\"id\": \"" + forged.replaceAll("\\s", "\\\\n") + "\", \"x\": [{}]}]");
      product.post("/update", "[{\"id\":\n2026 forged");
      List<String> lines = log().lines().toList();
      assertTrue(
          lines.stream().filter(line -> line.contains("forged")).count() > 3, lines::toString);
      // a record, or a part of the stack trace of the one before
      Pattern own =
          Pattern.compile(
              "\\d{4}-\\d\\d-\\d\\dT\\S+Z [A-Z]+ +\\(.*|[\\w.$]+(Exception|Error).*|\\tat .*|Caused"
                  + " by: .*|\\t\\.\\.\\. .*|\\tSuppressed: .*",
              Pattern.DOTALL);
      for (String line : lines) {
        assertTrue(own.matcher(line).matches() || !line.contains("forged"), line);
        assertFalse(line.startsWith("2026-01-01T"), line);
      }
    }
  }

  @Test
  void randomlyChangedBundlesAreRefusedOrScore() throws Exception {
    Path network = folder.resolve("network");
    List<String> ids = List.of("1", "2", "4");
    try (BundleWriter writer =
        new BundleWriter(
            network, new LabelSet(ids, new int[] {1, 2, 3}), TinyThesaurus.named(ids))) {
      WordNetworks.finish(
          writer,
          "1",
          Files.readAllBytes(
              Product.ROOT.resolve(
                  "plugin/src/test/resources/org/solrlmtc/plugin/fixtures/tiny.onnx")),
          ids,
          List.of("milk", "cheese"));
    }
    fuzz(network, BUNDLES);
    Path shipped = Product.ROOT.resolve("onnx-models");
    fuzz(shipped.resolve("exact-match"), BUNDLES);
    // every other kind of file that the shipped bundles have; opening them takes longer
    fuzz(shipped.resolve("eurovoc-default"), BUNDLES / 5);
    fuzz(shipped.resolve("eurovoc-network"), BUNDLES / 5);
  }

  private void fuzz(Path bundle, int cases) throws Exception {
    // else everything would be refused for the same reason
    Scorers.open(ModelBundle.open(bundle)).close();
    try (BundleFuzzer fuzzer = new BundleFuzzer(bundle, folder.resolve("changed"), SECONDS, SEED)) {
      for (int i = 0; i < cases; i++) {
        Optional<String> problem = fuzzer.tryOne();
        assertTrue(problem.isEmpty(), problem::toString);
      }
    }
  }
}
