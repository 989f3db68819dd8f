package org.solrlmtc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.io.ActStream;
import org.solrlmtc.core.act.io.DamagePolicy;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.score.LabelScorer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a bundle's speed on this machine. */
@Command(
    name = "bench",
    description = {
      "Measure how fast a bundle labels acts on this machine: the scorer alone, and Solr with and"
          + " without labels, in one run.",
      "",
      "Solr runs in a home of its own that is deleted afterwards; client and server share this"
          + " machine's cores. The best of several runs counts, after one to warm up. Ratios carry"
          + " over to other machines better than acts a second.",
      ""
    })
final class BenchCommand implements Callable<Integer> {
  private static final String COLLECTION = "bench";
  private static final int ACTS_A_REQUEST = 50;
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  @Spec private CommandSpec spec;
  @Mixin private ModelsOption models;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files or folders of acts.")
  private List<Path> paths;

  @Option(
      names = "--bundle",
      required = true,
      paramLabel = "BUNDLE",
      description = "The bundle: a folder, or a name in the models' folder.")
  private String bundleName;

  @Option(
      names = "--acts",
      defaultValue = "2000",
      description = "At most so many acts (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--runs",
      defaultValue = "3",
      description = "Measured runs of each kind (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--threads",
      split = ",",
      defaultValue = "1,4",
      paramLabel = "N",
      description = "Clients that index at the same time (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads;

  @Option(names = "--no-solr", description = "Leave Solr out.")
  private boolean withoutSolr;

  /** Something measured: it goes through all acts once. */
  @FunctionalInterface
  private interface Pass {
    void run() throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    if (limit < 1 || runs < 1 || threads.stream().anyMatch(number -> number < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--acts, --runs and --threads must be 1 or more");
    }
    ModelBundle bundle = models.open(bundleName);
    List<ActRecord> acts = read();
    out()
        .printf(
            Locale.ROOT,
            "%s %s, %,d acts, %d cores, best of %d runs%n%n%-44s %10s%n",
            bundle.manifest().name(),
            bundle.manifest().version(),
            acts.size(),
            Runtime.getRuntime().availableProcessors(),
            runs,
            "",
            "acts/s");
    scoring(bundle, acts);
    if (!withoutSolr) {
      solr(bundle, acts);
    }
    return ExitCode.OK;
  }

  private List<ActRecord> read() throws IOException {
    List<ActRecord> acts = new ArrayList<>();
    try (ActStream stream = ActStream.open(paths, DamagePolicy.fatal(problem -> {}))) {
      while (acts.size() < limit && stream.hasNext()) {
        acts.add(stream.next());
      }
    }
    if (acts.isEmpty()) {
      throw new UserError(paths + " hold no act to measure with");
    }
    return acts;
  }

  private void scoring(ModelBundle bundle, List<ActRecord> acts) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    try (LabelScorer scorer = Scorers.open(bundle)) {
      show("text to labels, one thread", best(acts, () -> label(scorer, bundle, acts)));
      if (cores > 1) {
        show(
            "text to labels, " + cores + " threads",
            best(acts, () -> labelInParallel(scorer, bundle, acts, cores)));
      }
    }
  }

  private static void label(LabelScorer scorer, ModelBundle bundle, List<ActRecord> acts) {
    for (ActRecord act : acts) {
      bundle.manifest().decision().decide(scorer.score(List.of(act.act())).get(0));
    }
  }

  private static void labelInParallel(
      LabelScorer scorer, ModelBundle bundle, List<ActRecord> acts, int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> shares = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        List<ActRecord> share =
            acts.subList(i * acts.size() / threads, (i + 1) * acts.size() / threads);
        shares.add(pool.submit(() -> label(scorer, bundle, share)));
      }
      for (Future<?> share : shares) {
        share.get();
      }
    } catch (ExecutionException e) {
      throw new UserError("the bundle could not label an act: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private void solr(ModelBundle bundle, List<ActRecord> acts) throws IOException {
    Path home = Files.createTempDirectory("lmtc-bench");
    try {
      Path folder = bundle.file(ModelBundle.LABELS).toAbsolutePath().normalize().getParent();
      quietly(
          "start",
          "--port=0",
          "--solr-home=" + home,
          "--collection=" + COLLECTION,
          "--models=" + folder.getParent(),
          "-Dlmtc.model=" + folder.getFileName());
      String url = new Servers(home).running().get(0).solrUrl();
      try (SolrHttp solr = new SolrHttp(url, REQUEST_TIMEOUT)) {
        for (int clients : threads) {
          String suffix = clients == 1 ? ", 1 client" : ", " + clients + " clients";
          double plain = best(acts, () -> index(solr, acts, "plain", clients));
          show("Solr without labels" + suffix, plain);
          double labelled = best(acts, () -> index(solr, acts, "", clients));
          show("Solr with labels" + suffix, labelled);
          out().printf(Locale.ROOT, "%-44s %10.2f%n", "  ratio", labelled / plain);
        }
      } finally {
        quietly("stop", "--solr-home=" + home);
      }
    } finally {
      delete(home);
    }
  }

  private static void index(SolrHttp solr, List<ActRecord> acts, String chain, int clients) {
    Indexer.Settings settings =
        new Indexer.Settings(COLLECTION, chain, ACTS_A_REQUEST, clients, false);
    try (Indexer indexer = new Indexer(solr, settings, new Strict())) {
      acts.forEach(indexer::add);
      indexer.finish();
    }
  }

  /** An act left out would make the rest look fast. */
  private static final class Strict implements Indexer.Listener {
    @Override
    public void indexed(int acts) {}

    @Override
    public void alreadyThere(int acts) {}

    @Override
    public void refused(ActRecord act, String reason) {
      throw new UserError("Solr refused " + act.act().id() + ": " + reason);
    }

    @Override
    public void repeated(ActRecord act) {}
  }

  /** Acts a second of the fastest run. */
  private double best(List<ActRecord> acts, Pass pass) throws IOException {
    pass.run();
    double best = 0;
    for (int run = 0; run < runs; run++) {
      long begin = System.nanoTime();
      pass.run();
      best = Math.max(best, acts.size() * 1e9 / (System.nanoTime() - begin));
    }
    return best;
  }

  private void show(String what, double actsPerSecond) {
    out().printf(Locale.ROOT, "%-44s %,10.0f%n", what, actsPerSecond);
    out().flush();
  }

  /** Runs another command for its effect; what it says is shown only when it fails. */
  private void quietly(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter kept = new PrintWriter(said);
    int code = Lmtc.commandLine().setOut(kept).setErr(kept).execute(arguments);
    if (code != ExitCode.OK) {
      throw new UserError("'lmtc " + arguments[0] + "' failed: " + said.toString().strip());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> entries = Files.walk(folder)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(entry);
      }
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
