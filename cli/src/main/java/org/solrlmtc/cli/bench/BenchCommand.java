package org.solrlmtc.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.ModelBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the throughput of a bundle on this machine. */
@Command(
    name = "bench",
    description = {
      "Measure the throughput of a bundle on this machine, in one run: tokenization, bare ONNX"
          + " Runtime, the scorer, and Solr with and without labels.",
      "",
      "A separate Solr is started, in a home that is deleted afterwards; clients and server share"
          + " the cores of this machine. After a warm-up, in which Java compiles Solr's code, all"
          + " rows are measured in turn for several rounds. Ratios are more comparable between"
          + " machines than documents/s.",
      ""
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String COLLECTION = "bench";
  private static final int SOLR_WARM_UP_SECONDS = 240;

  @Spec private CommandSpec spec;
  @Mixin private BenchmarkActs acts;

  @Option(
      names = "--acts",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Maximum number of acts per round (default: ${DEFAULT-VALUE}).")
  private int maxActs;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description =
          "Duration of the warm-up, shared by all rows; each runs at least once (default: "
              + SOLR_WARM_UP_SECONDS
              + " with Solr, else 0).")
  private Optional<Integer> warmUp = Optional.empty();

  @Option(
      names = "--rounds",
      defaultValue = "3",
      paramLabel = "N",
      description = "Number of measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--clients",
      split = ",",
      defaultValue = "1,4,16",
      paramLabel = "N",
      description =
          "Numbers of concurrent clients, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> clients;

  @Option(names = "--no-solr", description = "Skip the rows with Solr.")
  private boolean withoutSolr;

  @Option(
      names = "--members",
      description = "Also measure each member of an ensemble, and all of them without combiner.")
  private boolean withMembers;

  @Option(
      names = "--curve",
      split = ",",
      paramLabel = "CONFIDENCE",
      description =
          "Instead, measure an ensemble with early exit at these confidences, separated by commas:"
              + " its quality on acts with gold labels, and its throughput in this process"
              + " (default: none).")
  private List<Double> curve = List.of();

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "With --curve: write a plot as PNG (default: none).")
  private Optional<Path> plot = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (maxActs < 1
        || rounds < 1
        || warmUp.orElse(1) < 0
        || acts.batchSize() < 1
        || clients.stream().anyMatch(number -> number < 1)) {
      throw new ParameterException(
          spec.commandLine(),
          "--acts, --rounds, --clients and --batch-size must be 1 or more, --warmup 0 or more");
    }
    if (curve.stream().anyMatch(confidence -> !(confidence >= 0 && confidence <= 1))
        || (plot.isPresent() && curve.isEmpty())) {
      throw new ParameterException(
          spec.commandLine(), "--curve needs numbers between 0 and 1, and --plot needs --curve");
    }
    ModelBundle bundle = acts.openBundle();
    List<ActRecord> records = acts.read(maxActs);
    if (!curve.isEmpty()) {
      drawCurve(bundle, records);
      return ExitCode.OK;
    }
    String title =
        String.format(
            Locale.ROOT,
            "%s %s, %,d documents, %d cores",
            bundle.manifest().name(),
            bundle.manifest().version(),
            records.size(),
            Runtime.getRuntime().availableProcessors());
    try (ScorerSubjects scorers =
        new ScorerSubjects(bundle, records.stream().map(ActRecord::act).toList(), withMembers)) {
      List<Subject> subjects = new ArrayList<>(scorers.subjects());
      if (withoutSolr) {
        compare(title, subjects, scorers.references());
      } else {
        try (TemporarySolr solr = new TemporarySolr(COLLECTION)) {
          SolrSubjects indexing =
              new SolrSubjects(solr.start(bundle.folder()), COLLECTION, acts.requests(records));
          clients.forEach(number -> subjects.addAll(indexing.subjects(number)));
          try {
            compare(title, subjects, scorers.references());
          } catch (UserError e) {
            Path logs = Files.createTempDirectory("lmtc-bench-logs");
            solr.copyLogs(logs);
            throw new UserError(e.getMessage() + "; Solr's log is in " + logs, e);
          }
        }
      }
    }
    return ExitCode.OK;
  }

  private void drawCurve(ModelBundle bundle, List<ActRecord> records) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    EarlyExitCurve measured =
        EarlyExitCurve.measure(
            bundle,
            records,
            curve,
            rounds,
            what -> {
              err.println("measuring: " + what);
              err.flush();
            });
    spec.commandLine().getOut().print(measured.table().toText());
    spec.commandLine().getOut().flush();
    if (plot.isPresent()) {
      Files.write(plot.get(), measured.plot().png());
    }
  }

  private Duration warmUp() {
    return Duration.ofSeconds(warmUp.orElse(withoutSolr ? 0 : SOLR_WARM_UP_SECONDS));
  }

  private void compare(String title, List<Subject> subjects, List<String> references) {
    PrintWriter err = spec.commandLine().getErr();
    Table table =
        new Comparison(subjects, references, warmUp(), rounds)
            .run(
                title,
                row -> {
                  err.println("measuring: " + row);
                  err.flush();
                });
    spec.commandLine().getOut().print(table.toText());
    spec.commandLine().getOut().flush();
  }
}
