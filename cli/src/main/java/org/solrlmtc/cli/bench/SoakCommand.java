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

/** Puts a Solr under load for a long time. */
@Command(
    name = "soak",
    description = {
      "Index acts round and round for a long time, and see whether memory, threads and file handles"
          + " of Solr stay as they are, also when its core is reloaded and its model swapped"
          + " meanwhile.",
      "",
      "Solr runs in a home of its own that is deleted afterwards. Every sample makes it collect its"
          + " garbage. A tenth of the time is added to warm up. Ctrl-C ends it early with what was"
          + " measured. The exit code is 1 when the index lacks an acknowledged document.",
      ""
    })
public final class SoakCommand implements Callable<Integer> {
  private static final String COLLECTION = "soak";
  private static final double MAX_MINUTES = Duration.ofDays(30).toMinutes();

  @Spec private CommandSpec spec;
  @Mixin private BenchmarkActs measured;

  @Option(
      names = "--minutes",
      defaultValue = "30",
      description = "How long it is measured (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--clients",
      defaultValue = "4",
      paramLabel = "N",
      description = "Clients that index at the same time (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--reloads",
      defaultValue = "0",
      paramLabel = "N",
      description = "Reloads of the core, spread over the time (default: ${DEFAULT-VALUE}).")
  private int reloads;

  @Option(
      names = "--swaps",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Swaps between two versions of the bundle, spread over the time (default:"
              + " ${DEFAULT-VALUE}).")
  private int swaps;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for all samples (soak.tsv) and a plot (soak.png).")
  private Optional<Path> out;

  @Override
  public Integer call() throws IOException {
    checkUsage();
    ModelBundle bundle = measured.openBundle();
    List<List<SolrInputDocument>> requests = measured.requests(measured.read(Integer.MAX_VALUE));
    if (out.isPresent()) {
      Files.createDirectories(out.get());
      TimePlot.tryOut();
    }
    Soak.Settings settings =
        new Soak.Settings(
            COLLECTION, clients, Duration.ofMillis((long) (minutes * 60_000)), reloads, swaps);
    try (Interruption interruption = new Interruption();
        TemporarySolr solr = new TemporarySolr(COLLECTION)) {
      SwappedBundle versions = new SwappedBundle(bundle, solr.home());
      SolrHttp http = solr.start(versions.folder(), "--ignore-sigint");
      ServerProcess server = new ServerProcess(solr.pid());
      SoakResult result =
          run(new Soak(http, server, requests, versions, settings, interruption::isWanted));
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
            // reloads and swaps may take longer than the time given
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
        "%s %s, %,d documents round and round, %d clients, %d cores",
        bundle.manifest().name(),
        bundle.manifest().version(),
        requests.stream().mapToInt(List::size).sum(),
        clients,
        Runtime.getRuntime().availableProcessors());
  }

  private void checkUsage() {
    if (clients < 1 || measured.batch() < 1) {
      throw usageError("--clients and --batch must be 1 or more");
    }
    if (reloads < 0 || swaps < 0) {
      throw usageError("--reloads and --swaps must not be negative");
    }
    // NaN is refused, too
    if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
      throw usageError("--minutes: " + minutes + " is not above 0, or beyond 30 days");
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
