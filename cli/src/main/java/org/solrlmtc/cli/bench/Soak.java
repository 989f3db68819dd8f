package org.solrlmtc.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.Futures;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.DocumentSender;
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * Indexes the same documents repeatedly for a long time, commits, reloads the core and swaps the
 * model meanwhile, and samples the resources of the server.
 */
final class Soak {
  private static final int SAMPLES = 60;

  /** The warm-up takes this fraction (1/n) of the measured time. */
  private static final int WARM_UP_DIVISOR = 10;

  private static final Duration POLL = Duration.ofMillis(200);
  static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final int IDS_PER_QUERY = 500;
  private static final double BYTES_PER_MB = 1 << 20;

  private final SolrHttp solr;
  private final ServerProcess server;
  private final List<List<SolrInputDocument>> requests;
  private final SwappedBundle bundle;
  private final Settings settings;
  private final BooleanSupplier interrupted;

  private final FailureTally failures = new FailureTally();

  /** The last version of each document that the server acknowledged. */
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

  private final AtomicLong documents = new AtomicLong();
  private final AtomicLong nextRequest = new AtomicLong();
  private final AtomicInteger reloads = new AtomicInteger();
  private final AtomicInteger swaps = new AtomicInteger();
  private final List<Sample> samples = new ArrayList<>();

  private final AtomicInteger commits = new AtomicInteger();
  private final Latencies latencies = new Latencies();
  private final SoakReaders readers;

  private volatile boolean over;
  private long start;
  private long sampledNanos;
  private long sampledDocuments;

  /**
   * The load on the server.
   *
   * @param clients number of concurrent clients that index
   * @param readers number of concurrent clients that classify and evaluate
   * @param time measured time
   * @param commits number of hard commits, beside those by time
   * @param reloads number of core reloads
   * @param swaps number of model swaps
   */
  record Settings(
      String collection,
      int clients,
      int readers,
      Duration time,
      int commits,
      int reloads,
      int swaps) {}

  private enum Kind {
    COMMIT,
    RELOAD,
    SWAP
  }

  /** Something to do after this ratio of the time. */
  private record Change(double when, Kind kind) {}

  /**
   * @param requests the documents of each request
   * @param interrupted whether the run should end early
   */
  Soak(
      SolrHttp solr,
      ServerProcess server,
      List<List<SolrInputDocument>> requests,
      SwappedBundle bundle,
      Settings settings,
      BooleanSupplier interrupted) {
    this.solr = solr;
    this.server = server;
    this.requests = requests;
    this.bundle = bundle;
    this.settings = settings;
    this.interrupted = interrupted;
    this.readers = new SoakReaders(solr, settings.collection(), requests, failures);
  }

  /** The planned duration in seconds, including the warm-up. */
  long seconds() {
    return warmUp().plus(settings.time()).toSeconds();
  }

  private Duration warmUp() {
    return settings.time().dividedBy(WARM_UP_DIVISOR);
  }

  /**
   * Runs the load. It ends early when it is interrupted or the server has died, and late when
   * reloads and swaps take longer than planned.
   *
   * @param progress receives the elapsed seconds, of {@link #seconds}
   */
  SoakResult run(LongConsumer progress) {
    start = System.nanoTime();
    int versionsBefore = openVersions();
    ExecutorService pool =
        Executors.newFixedThreadPool(settings.clients() + settings.readers() + 1);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < settings.clients(); i++) {
        clients.add(pool.submit(this::load));
      }
      waitUntil(start + warmUp().toNanos(), progress);
      if (settings.readers() > 0) {
        // an evaluation of an empty index is refused
        solr.send(client -> client.commit(settings.collection()));
      }
      for (int i = 0; i < settings.readers(); i++) {
        clients.add(pool.submit(() -> readers.read(() -> over)));
      }
      // after the warm-up all caches and pools of the server are filled
      server.collectGarbage();
      long begin = System.nanoTime();
      Future<?> changes = pool.submit(() -> change(begin));
      measure(begin, changes, progress);
      over = true;
      Futures.await(changes);
      clients.forEach(Futures::await);
    } finally {
      over = true;
      pool.shutdownNow();
    }
    boolean alive = server.isAlive();
    return new SoakResult(
        samples,
        documents.get(),
        acknowledged.size(),
        alive ? Optional.of(missing()) : Optional.empty(),
        failures.kinds(),
        readers.classifications(),
        readers.evaluations(),
        commits.get(),
        reloads.get(),
        swaps.get(),
        versionsBefore,
        alive ? Optional.of(openVersions()) : Optional.empty());
  }

  /** One client. */
  private void load() {
    DocumentSender sender = new DocumentSender(solr, settings.collection(), "");
    while (!over) {
      List<SolrInputDocument> batch =
          requests.get((int) (nextRequest.getAndIncrement() % requests.size()));
      long begin = System.nanoTime();
      try {
        Map<Integer, DocumentSender.Refusal> refused =
            sender.send(batch, (id, version) -> acknowledged.merge(id, version, Math::max));
        latencies.add(begin);
        refused
            .values()
            .forEach(refusal -> failures.add("HTTP " + refusal.code(), refusal.reason()));
        documents.addAndGet(batch.size() - refused.size());
      } catch (UserError e) {
        batch.forEach(document -> failures.add("request failed", e.getMessage()));
        sleep(PAUSE_AFTER_FAILURE);
      }
    }
  }

  /** Commits, reloads and swaps, each evenly spaced. */
  private void change(long begin) {
    List<Change> plan = new ArrayList<>();
    Map.of(
            Kind.COMMIT, settings.commits(),
            Kind.RELOAD, settings.reloads(),
            Kind.SWAP, settings.swaps())
        .forEach(
            (kind, times) -> {
              for (int i = 0; i < times; i++) {
                plan.add(new Change((i + 0.5) / times, kind));
              }
            });
    plan.sort(Comparator.comparingDouble(Change::when).thenComparing(Change::kind));
    for (Change change : plan) {
      long due = begin + (long) (change.when() * settings.time().toNanos());
      while (!over && System.nanoTime() < due) {
        sleep(POLL);
      }
      if (over) {
        return;
      }
      try {
        switch (change.kind()) {
          case COMMIT -> commit();
          case RELOAD -> reload();
          case SWAP -> swap();
        }
      } catch (UserError | IOException e) {
        failures.add(change.kind().name().toLowerCase(Locale.ROOT), e.getMessage());
      }
    }
  }

  private void commit() {
    solr.send(client -> client.commit(settings.collection()));
    commits.incrementAndGet();
  }

  private void reload() {
    solr.send(client -> CoreAdminRequest.reloadCore(settings.collection(), client));
    reloads.incrementAndGet();
  }

  private void swap() throws IOException {
    String expected = bundle.swap();
    JsonNode response =
        solr.post(
            settings.collection(),
            "/lmtc/models",
            new ModifiableSolrParams()
                .set("action", "swap")
                .set("model", bundle.folder().getFileName().toString()));
    String serves = response.path("model").asText();
    if (!serves.equals(expected)) {
      throw new UserError("Solr serves " + serves + " after a swap to " + expected);
    }
    swaps.incrementAndGet();
  }

  private void measure(long begin, Future<?> changes, LongConsumer progress) {
    long time = settings.time().toNanos();
    latencies.take();
    readers.latencies().take();
    sampledNanos = System.nanoTime();
    sampledDocuments = documents.get();
    long next = begin;
    // the last sample is taken after the last change
    for (boolean last = false; !last && !isEnding(); ) {
      next = Math.max(next + time / SAMPLES, System.nanoTime());
      waitUntil(next, progress);
      last = System.nanoTime() - begin >= time && changes.isDone();
      try {
        samples.add(sample(begin));
      } catch (UserError e) {
        failures.add("sample", e.getMessage());
      }
    }
  }

  private Sample sample(long begin) {
    Optional<ServerProcess.Usage> usage = server.usage();
    Latencies.Figures millis = latencies.take();
    long now = System.nanoTime();
    long done = documents.get();
    double speed = (done - sampledDocuments) / ((now - sampledNanos) / 1e9);
    sampledNanos = now;
    sampledDocuments = done;
    double heap = server.collectGarbage() ? heapMb("used") : Double.NaN;
    // by now the JVM has released the heap that the load needed
    Optional<ServerProcess.Usage> settled = server.usage();
    return new Sample(
        (now - begin) / 1e9,
        speed,
        millis.quantile(0.5),
        millis.quantile(0.99),
        readers.latencies().take().quantile(0.99),
        heap,
        usage.map(ServerProcess.Usage::rssMb).orElse(Double.NaN),
        settled.map(ServerProcess.Usage::anonymousMb).orElse(Double.NaN),
        settled.map(all -> all.anonymousMb() - heapMb("committed")).orElse(Double.NaN),
        settled.map(ServerProcess.Usage::mappedMb).orElse(Double.NaN),
        usage.map(all -> (double) all.threads()).orElse(Double.NaN),
        usage.map(all -> (double) all.handles()).orElse(Double.NaN),
        openVersions(),
        done,
        failures.count(),
        reloads.get(),
        swaps.get());
  }

  private double heapMb(String kind) {
    String name = "memory.heap." + kind;
    return solr.metrics(new ModifiableSolrParams().set("group", "jvm").set("prefix", name))
            .at("/metrics/solr.jvm/" + name)
            .asDouble(Double.NaN)
        / BYTES_PER_MB;
  }

  private int openVersions() {
    int open = 0;
    for (JsonNode model : solr.get(settings.collection(), "/lmtc/models").path("models")) {
      open += model.path("openVersions").asInt();
    }
    return open;
  }

  /** Documents that are missing in the index, or of which it has an older version. */
  private Set<String> missing() {
    solr.send(client -> client.commit(settings.collection()));
    Set<String> missing = new TreeSet<>();
    List<String> all = List.copyOf(acknowledged.keySet());
    for (int from = 0; from < all.size(); from += IDS_PER_QUERY) {
      Set<String> batch =
          new HashSet<>(all.subList(from, Math.min(all.size(), from + IDS_PER_QUERY)));
      batch.removeAll(found(batch));
      missing.addAll(batch);
    }
    return missing;
  }

  private Set<String> found(Set<String> ids) {
    SolrQuery query =
        new SolrQuery("{!terms f=id separator='\n' v=$wanted}")
            .setParam("wanted", String.join("\n", ids))
            .setParam("defType", "lucene")
            .setFields("id", "_version_")
            .setFacet(false)
            .setRows(ids.size());
    return solr
        .send(client -> client.query(settings.collection(), query, METHOD.POST))
        .getResults()
        .stream()
        .filter(
            document ->
                (Long) document.getFieldValue("_version_")
                    >= acknowledged.get(document.getFieldValue("id").toString()))
        .map(document -> document.getFieldValue("id").toString())
        .collect(Collectors.toSet());
  }

  private boolean isEnding() {
    return interrupted.getAsBoolean() || !server.isAlive();
  }

  private void waitUntil(long nanos, LongConsumer progress) {
    while (!isEnding() && System.nanoTime() < nanos) {
      sleep(POLL);
      progress.accept(Duration.ofNanos(System.nanoTime() - start).toSeconds());
    }
  }

  static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    }
  }
}
