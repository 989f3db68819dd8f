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

/** Measures a bundle's speed on this machine. */
@Command(
    name = "bench",
    description = {
      "Measure how fast a bundle labels acts on this machine: reading texts, the bare network, the"
          + " scorer, and Solr with and without labels, in one run.",
      "",
      "Solr runs in a home of its own that is deleted afterwards; client and server share this"
          + " machine's cores. All warm up, as Java compiles Solr's code for a minute or more of"
          + " load, and then take turns for several rounds. Ratios carry over to other machines"
          + " better than documents a second.",
      ""
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String COLLECTION = "bench";
  private static final int WARM_UP_SOLR = 240;

  @Spec private CommandSpec spec;
  @Mixin private BenchmarkActs measured;

  @Option(
      names = "--acts",
      defaultValue = "1000",
      description = "At most so many acts (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description =
          "How long all run before they are measured, each at least once (default: "
              + WARM_UP_SOLR
              + " with Solr, else 0).")
  private Optional<Integer> warmUp = Optional.empty();

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--clients",
      split = ",",
      defaultValue = "1,4,16",
      paramLabel = "N",
      description = "Clients that index at the same time (default: ${DEFAULT-VALUE}).")
  private List<Integer> clients;

  @Option(names = "--no-solr", description = "Leave Solr out.")
  private boolean withoutSolr;

  @Override
  public Integer call() throws IOException {
    if (limit < 1
        || rounds < 1
        || warmUp.orElse(1) < 0
        || measured.batch() < 1
        || clients.stream().anyMatch(number -> number < 1)) {
      throw new ParameterException(
          spec.commandLine(),
          "--acts, --rounds, --clients and --batch must be 1 or more, --warm-up 0 or more");
    }
    ModelBundle bundle = measured.openBundle();
    List<ActRecord> acts = measured.read(limit);
    String title =
        String.format(
            Locale.ROOT,
            "%s %s, %,d documents, %d cores",
            bundle.manifest().name(),
            bundle.manifest().version(),
            acts.size(),
            Runtime.getRuntime().availableProcessors());
    try (ScorerSubjects scorers =
        new ScorerSubjects(bundle, acts.stream().map(ActRecord::act).toList())) {
      List<Subject> subjects = new ArrayList<>(scorers.subjects());
      if (withoutSolr) {
        compare(title, subjects, scorers.bases());
      } else {
        try (TemporarySolr solr = new TemporarySolr(COLLECTION)) {
          SolrSubjects indexing =
              new SolrSubjects(solr.start(bundle.folder()), COLLECTION, measured.requests(acts));
          clients.forEach(number -> subjects.addAll(indexing.subjects(number)));
          try {
            compare(title, subjects, scorers.bases());
          } catch (UserError e) {
            Path logs = Files.createTempDirectory("lmtc-bench-logs");
            solr.copyLogs(logs);
            throw new UserError(e.getMessage() + "; Solr's log is kept in " + logs, e);
          }
        }
      }
    }
    return ExitCode.OK;
  }

  private Duration warmUp() {
    return Duration.ofSeconds(warmUp.orElse(withoutSolr ? 0 : WARM_UP_SOLR));
  }

  private void compare(String title, List<Subject> subjects, List<String> bases) {
    PrintWriter err = spec.commandLine().getErr();
    Table table =
        new Comparison(subjects, bases, warmUp(), rounds)
            .run(
                title,
                what -> {
                  err.println("measuring: " + what);
                  err.flush();
                });
    spec.commandLine().getOut().print(table.toText());
    spec.commandLine().getOut().flush();
  }
}
