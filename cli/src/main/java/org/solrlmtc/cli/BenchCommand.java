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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.solr.common.SolrInputDocument;
import org.solrlmtc.cli.bench.Comparison;
import org.solrlmtc.cli.bench.ScorerSubjects;
import org.solrlmtc.cli.bench.SolrSubjects;
import org.solrlmtc.cli.bench.Subject;
import org.solrlmtc.cli.report.Table;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.act.io.ActStream;
import org.solrlmtc.core.act.io.DamagePolicy;
import org.solrlmtc.core.bundle.ModelBundle;
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
      "Measure how fast a bundle labels acts on this machine: reading texts, the bare network, the"
          + " scorer, and Solr with and without labels, in one run.",
      "",
      "Solr runs in a home of its own that is deleted afterwards; client and server share this"
          + " machine's cores. All take turns, several rounds after one to warm up. Ratios carry"
          + " over to other machines better than documents a second.",
      ""
    })
final class BenchCommand implements Callable<Integer> {
  private static final String COLLECTION = "bench";
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
      defaultValue = "1000",
      description = "At most so many acts (default: ${DEFAULT-VALUE}).")
  private int limit;

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

  @Option(
      names = "--batch",
      defaultValue = "10",
      description = "Acts a request to Solr (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(names = "--no-solr", description = "Leave Solr out.")
  private boolean withoutSolr;

  @Override
  public Integer call() throws IOException {
    if (limit < 1 || rounds < 1 || batch < 1 || clients.stream().anyMatch(number -> number < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--acts, --rounds, --clients and --batch must be 1 or more");
    }
    ModelBundle bundle = models.open(bundleName);
    List<ActRecord> acts = read();
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
        withSolr(
            bundle,
            solr -> {
              SolrSubjects indexing = new SolrSubjects(solr, COLLECTION, requests(acts));
              clients.forEach(number -> subjects.addAll(indexing.subjects(number)));
              compare(title, subjects, scorers.bases());
            });
      }
    }
    return ExitCode.OK;
  }

  private void compare(String title, List<Subject> subjects, List<String> bases) {
    PrintWriter err = spec.commandLine().getErr();
    Table table =
        new Comparison(subjects, bases, rounds)
            .run(
                title,
                what -> {
                  err.println("measuring: " + what);
                  err.flush();
                });
    spec.commandLine().getOut().print(table.toText());
    spec.commandLine().getOut().flush();
  }

  private List<List<SolrInputDocument>> requests(List<ActRecord> acts) {
    List<List<SolrInputDocument>> requests = new ArrayList<>();
    for (int from = 0; from < acts.size(); from += batch) {
      requests.add(
          acts.subList(from, Math.min(acts.size(), from + batch)).stream()
              .map(ActDocuments::document)
              .toList());
    }
    return requests;
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

  /** Starts a Solr that labels with the bundle, and ends it when the work is done. */
  private static void withSolr(ModelBundle bundle, Consumer<SolrHttp> work) throws IOException {
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
        work.accept(solr);
      } finally {
        quietly("stop", "--solr-home=" + home);
      }
    } finally {
      delete(home);
    }
  }

  /** Runs another command for its effect; what it says is shown only when it fails. */
  private static void quietly(String... arguments) {
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
}
