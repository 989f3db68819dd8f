package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People at the page: they search, look at acts and correct them, some the same act at the same
 * time, while other acts are indexed. Sends what the page sends. The build takes some seconds with
 * a few people; {@code -Pclicks} five minutes ({@code -Dclicks.minutes}) with twenty ({@code
 * -Dclicks.people}).
 */
class TestClicks {
  private static final int PEOPLE = Integer.getInteger("clicks.people", 5);
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("clicks.minutes", "0.2"));

  /** The longest pause between two clicks of a person. */
  private static final int PAUSE_MS = Integer.getInteger("clicks.pause", 1_000);

  private static final int SEED = 3;
  private static final int ACTS_PER_REQUEST = 10;
  private static final List<String> WORDS =
      List.of("fishing", "avian influenza", "import of milk", "state aid", "customs", "poultry");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private enum Click {
    SEARCH,
    ACT,
    PASSAGES,
    CORRECT
  }

  /** An acknowledged correction; a document's versions grow. */
  private record Correction(String act, long version, String concept, boolean isConfirmed) {}

  private final Map<Click, Collection<Long>> nanos = new EnumMap<>(Click.class);
  private final Collection<Correction> corrections = new ConcurrentLinkedQueue<>();
  private final AtomicInteger conflicts = new AtomicInteger();
  private final AtomicInteger indexed = new AtomicInteger();
  private Product product;
  private List<String> acts;
  private List<String> concepts;

  @Test
  void noCorrectionIsLostWhileActsAreIndexed() throws Exception {
    for (Click click : Click.values()) {
      nanos.put(click, new ConcurrentLinkedQueue<>());
    }
    try (Product started = new Product(folder.resolve("solr"))) {
      product = started;
      product.start("-Dlmtc.model=eurovoc-default");
      assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
      acts = ids("/query", "/response/docs", Map.of("q", "*:*", "rows", "10", "fl", "id"));
      concepts = ids("/lmtc/thesaurus", "/concepts", Map.of("prefix", "f", "rows", "20"));
      long end = System.nanoTime() + (long) (MINUTES * 60e9);
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        List<Future<?>> running = new ArrayList<>();
        running.add(threads.submit(() -> index(end)));
        for (int i = 0; i < PEOPLE; i++) {
          Random random = new Random(SEED + i);
          running.add(threads.submit(() -> click(random, end)));
        }
        for (Future<?> each : running) {
          each.get();
        }
      } finally {
        threads.shutdownNow();
      }
      print();
      assertAllCorrectionsAreThere();
      product.commit();
      assertEquals(indexed.get(), product.count("{!prefix f=id}load-"));
      assertTrue(indexed.get() > 0 && !corrections.isEmpty());
    }
  }

  private List<String> ids(String handler, String where, Map<String, String> params)
      throws IOException, InterruptedException {
    List<String> ids = new ArrayList<>();
    product.get(handler, params).at(where).forEach(found -> ids.add(found.get("id").asText()));
    return ids;
  }

  private void print() {
    System.out.printf(
        Locale.ROOT,
        "%d people, %.1f minutes: %d corrections, %d conflicts that were told; %d acts indexed%n",
        PEOPLE,
        MINUTES,
        corrections.size(),
        conflicts.get(),
        indexed.get());
    nanos.forEach(
        (click, all) -> {
          long[] sorted = all.stream().mapToLong(Long::longValue).sorted().toArray();
          System.out.printf(
              Locale.ROOT,
              "%-8s %6d clicks, p50 %,6.0f ms, p99 %,6.0f ms%n",
              click.name().toLowerCase(Locale.ROOT),
              sorted.length,
              quantile(sorted, 0.5),
              quantile(sorted, 0.99));
        });
  }

  private static double quantile(long[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)] / 1e6;
  }

  /** Indexes acts with new ids, request after request. */
  private Void index(long end) throws IOException, InterruptedException {
    List<JsonNode> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(Product.DEMO_ACTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        texts.add(JSON.readTree(Files.readString(file)));
      }
    }
    while (System.nanoTime() < end) {
      List<Map<String, Object>> request = new ArrayList<>();
      for (int i = 0; i < ACTS_PER_REQUEST; i++) {
        int number = indexed.get() + i;
        JsonNode text = texts.get(number % texts.size());
        request.add(
            Map.of(
                "id",
                "load-" + number,
                "title",
                text.path("title").asText(),
                "header",
                text.path("header").asText(),
                "recitals",
                text.path("recitals").asText(),
                "main_body",
                text.path("main_body")));
      }
      answered(product.post("/update", JSON.writeValueAsString(request)));
      indexed.addAndGet(ACTS_PER_REQUEST);
    }
    return null;
  }

  /** One person. */
  private Void click(Random random, long end) throws IOException, InterruptedException {
    while (System.nanoTime() < end) {
      timed(
          Click.SEARCH,
          "/select",
          Map.of(
              "q",
              WORDS.get(random.nextInt(WORDS.size())),
              "facet.field",
              "eurovoc_label",
              "rows",
              "10",
              "hl",
              "true"));
      pause(random);
      String act = acts.get(random.nextInt(acts.size()));
      JsonNode read = timed(Click.ACT, "/get", Map.of("id", act, "fl", "*"));
      pause(random);
      timed(Click.PASSAGES, "/lmtc/classify", Map.of("id", act, "explain", "true", "top", "50"));
      pause(random);
      String concept = concepts.get(random.nextInt(concepts.size()));
      boolean isConfirmed = random.nextBoolean();
      // whoever was too late looks at the act again, and decides again
      while (!correct(read.get("doc"), concept, isConfirmed)) {
        conflicts.incrementAndGet();
        read = timed(Click.ACT, "/get", Map.of("id", act, "fl", "*"));
      }
      pause(random);
    }
    return null;
  }

  private static void pause(Random random) throws InterruptedException {
    Thread.sleep(random.nextInt(PAUSE_MS));
  }

  /** An answer that is no failure, measured. */
  private JsonNode timed(Click click, String handler, Map<String, String> params)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    JsonNode answer = answered(product.get(handler, params));
    nanos.get(click).add(System.nanoTime() - begin);
    return answer;
  }

  private static JsonNode answered(JsonNode answer) {
    assertTrue(!answer.has("error"), answer::toString);
    return answer;
  }

  /** Corrects the act as it was read; returns false if somebody else was faster. */
  private boolean correct(JsonNode read, String concept, boolean isConfirmed)
      throws IOException, InterruptedException {
    String act = read.get("id").asText();
    String correction =
        JSON.writeValueAsString(
            List.of(
                Map.of(
                    "id",
                    act,
                    "_version_",
                    read.get("_version_").asLong(),
                    isConfirmed ? "eurovoc_confirmed" : "eurovoc_rejected",
                    Map.of("add-distinct", List.of(concept)))));
    long begin = System.nanoTime();
    JsonNode answer = product.post("/update?commitWithin=1000&versions=true", correction);
    nanos.get(Click.CORRECT).add(System.nanoTime() - begin);
    if (answer.at("/error/code").asInt() == 409) {
      return false;
    }
    // "adds" holds ids and versions in turn
    long version = answered(answer).at("/adds/1").asLong(answer.at("/adds/" + act).asLong());
    assertTrue(version > 0, answer::toString);
    corrections.add(new Correction(act, version, concept, isConfirmed));
    return true;
  }

  /** What the acknowledged corrections give, one after the other, is what the acts have. */
  private void assertAllCorrectionsAreThere() throws IOException, InterruptedException {
    Map<String, Set<String>> confirmed = new TreeMap<>();
    Map<String, Set<String>> rejected = new TreeMap<>();
    corrections.stream()
        .sorted(Comparator.comparingLong(Correction::version))
        .forEach(
            correction -> {
              boolean yes = correction.isConfirmed();
              set(yes ? confirmed : rejected, correction.act()).add(correction.concept());
              // the later decision counts
              set(yes ? rejected : confirmed, correction.act()).remove(correction.concept());
            });
    for (String act : acts) {
      JsonNode found = product.document(act);
      assertEquals(set(confirmed, act), stored(found, "eurovoc_confirmed"), act);
      assertEquals(set(rejected, act), stored(found, "eurovoc_rejected"), act);
    }
  }

  private static Set<String> set(Map<String, Set<String>> sets, String act) {
    return sets.computeIfAbsent(act, none -> new TreeSet<>());
  }

  private static Set<String> stored(JsonNode document, String field) {
    Set<String> stored = new TreeSet<>();
    document.path(field).forEach(value -> stored.add(value.asText()));
    return stored;
  }
}
