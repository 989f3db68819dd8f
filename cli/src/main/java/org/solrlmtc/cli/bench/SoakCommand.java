package org.solrlmtc.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.cli.common.Interruption;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.cli.report.TimePlot;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a Solr under load for a long time. */
@Command(
    name = "soak",
    description = {
      "Index acts repeatedly for a long time, and check that memory, threads and file handles of"
          + " Solr stay constant, also under core reloads and model swaps.",
      "",
      "A separate Solr is started, in a home that is deleted afterwards. Every sample triggers a"
          + " garbage collection. A tenth of the time is added as warm-up. Ctrl-C ends the run"
          + " early with what was measured. The exit code is 1 when the last acknowledged"
          + " version of a document is missing in the index.",
      ""
    })
public final class SoakCommand implements Callable<Integer> {
  private static final String COLLECTION = "soak";
  private static final double MAX_MINUTES = Duration.ofDays(30).toMinutes();

  @Spec private CommandSpec spec;
  @Mixin private BenchmarkActs acts;

  @Option(
      names = "--minutes",
      defaultValue = "30",
      paramLabel = "MINUTES",
      description = "Measured time (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--clients",
      defaultValue = "4",
      paramLabel = "N",
      description = "Number of concurrent clients that index (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--readers",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Number of concurrent clients that classify texts and evaluate the labels in the index"
              + " (default: ${DEFAULT-VALUE}).")
  private int readers;

  @Option(
      names = "--commits",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Number of hard commits beside those by time, evenly spaced (default:"
              + " ${DEFAULT-VALUE}).")
  private int commits;

  @Option(
      names = "--reloads",
      defaultValue = "0",
      paramLabel = "N",
      description = "Number of core reloads, evenly spaced (default: ${DEFAULT-VALUE}).")
  private int reloads;

  @Option(
      names = "--swaps",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Number of swaps between two versions of the bundle, evenly spaced (default:"
              + " ${DEFAULT-VALUE}).")
  private int swaps;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for all samples (soak.tsv) and a plot (soak.png) (default: not written).")
  private Optional<Path> out;

  @Override
  public Integer call() throws IOException {
    checkUsage();
    ModelBundle bundle = acts.openBundle();
    List<List<SolrInputDocument>> requests = acts.requests(acts.read(Integer.MAX_VALUE));
    if (out.isPresent()) {
      Files.createDirectories(out.get());
      TimePlot.tryOut();
    }
    Soak.Settings settings =
        new Soak.Settings(
            COLLECTION,
            clients,
            readers,
            Duration.ofMillis((long) (minutes * 60_000)),
            commits,
            reloads,
            swaps);
    try (Interruption interruption = new Interruption();
        TemporarySolr solr = new TemporarySolr(COLLECTION)) {
      SwappedBundle versions = new SwappedBundle(bundle, solr.home());
      SolrHttp http = solr.start(versions.folder(), "--ignore-sigint");
      ServerProcess server = new ServerProcess(solr.pid());
      SoakResult result =
          run(new Soak(http, server, requests, versions, settings, interruption::isRequested));
      report(new SoakReport(title(bundle, requests), result));
      if (out.isPresent() && !(result.isComplete() && result.failures().isEmpty())) {
        solr.copyLogs(out.get());
      }
      return result.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private SoakResult run(Soak soak) {
    try (ProgressLine progress =
        new ProgressLine("soaking", "seconds", soak.seconds(), spec.commandLine().getErr())) {
      AtomicLong shown = new AtomicLong();
      return soak.run(
          seconds -> {
            // reloads and swaps may take longer than planned
            long done = Math.min(seconds, soak.seconds());
            progress.step(done - shown.getAndSet(done));
          });
    }
  }

  private void report(SoakReport report) throws IOException {
    PrintWriter text = spec.commandLine().getOut();
    text.print(report.toText());
    text.flush();
    if (out.isPresent() && !report.result().samples().isEmpty()) {
      Files.writeString(out.get().resolve("soak.tsv"), report.toTsv());
      Files.write(out.get().resolve("soak.png"), report.plot().png());
      text.println("wrote soak.tsv and soak.png to " + out.get());
      text.flush();
    }
  }

  private String title(ModelBundle bundle, List<List<SolrInputDocument>> requests) {
    return String.format(
        Locale.ROOT,
        "%s %s, %,d documents repeatedly, %d clients, %d readers, %d cores",
        bundle.manifest().name(),
        bundle.manifest().version(),
        requests.stream().mapToInt(List::size).sum(),
        clients,
        readers,
        Runtime.getRuntime().availableProcessors());
  }

  private void checkUsage() {
    if (clients < 1 || acts.batchSize() < 1) {
      throw usageError("--clients and --batch-size must be 1 or more");
    }
    if (readers < 0 || commits < 0 || reloads < 0 || swaps < 0) {
      throw usageError("--readers, --commits, --reloads and --swaps must not be negative");
    }
    // NaN is refused, too
    if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
      throw usageError("--minutes: " + minutes + " is not above 0 and up to 43200 (30 days)");
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
