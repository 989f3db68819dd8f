package org.solrlmtc.cli.index;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.cli.common.ReadLimitsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.cli.solr.SolrTarget;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.ActStream;
import org.solrlmtc.readers.act.DamagePolicy;
import org.solrlmtc.readers.act.DamagedRecordException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Indexes acts in Solr. */
@Command(
    name = "index",
    description = {
      "Index acts: files and folders of EURLEX57K JSON (plain, .gz, zip), Formex 4 XML, Akoma"
          + " Ntoso, EUR-Lex HTML, plain text (.txt), or corpora of Annif. Formats are detected by"
          + " content.",
      "",
      "Every act that is not indexed is reported with file and line, and the exit code is 1 then."
          + " --only-missing continues an interrupted run. An act that is sent twice is indexed"
          + " once: its id is the unique key. Two acts with one id are reported with both files.",
      ""
    })
public final class IndexCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  @Spec private CommandSpec spec;
  @Mixin private SolrTarget target;
  @Mixin private ReadLimitsOption limits;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or folders of acts (required).")
  private List<Path> paths;

  @Option(
      names = "--chain",
      defaultValue = "",
      paramLabel = "NAME",
      description =
          "Update chain; 'plain' indexes without labelling (default: the collection's default"
              + " chain).")
  private String chain;

  @Option(
      names = "--batch-size",
      defaultValue = "50",
      paramLabel = "N",
      description = "Number of acts per request (default: ${DEFAULT-VALUE}).")
  private int batchSize;

  @Option(
      names = "--connections",
      defaultValue = "4",
      paramLabel = "N",
      description = "Number of concurrent requests (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--only-missing",
      description = "Skip acts that the collection already has (default: replace them).")
  private boolean onlyMissing;

  @Option(
      names = "--stop-on-damage",
      description = "Stop at the first damaged record (default: report and skip it).")
  private boolean stopOnDamage;

  /** Counts the acts by result. */
  private static final class Tally implements Indexer.Listener {
    private final AtomicLong indexed = new AtomicLong();
    private final AtomicLong there = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final ProgressLine progress;
    private final PrintWriter err;

    Tally(ProgressLine progress, PrintWriter err) {
      this.progress = progress;
      this.err = err;
    }

    @Override
    public void indexed(int acts) {
      indexed.addAndGet(acts);
      progress.step(acts);
    }

    @Override
    public void alreadyThere(int acts) {
      there.addAndGet(acts);
      progress.step(acts);
    }

    @Override
    public void refused(ActRecord act, String reason) {
      refused.incrementAndGet();
      progress.step(1);
      err.println("refused: " + act.act().id() + " (" + act.source() + "): " + reason);
    }

    @Override
    public void repeated(ActRecord act, String earlier) {
      repeated.incrementAndGet();
      err.println(
          "repeated: "
              + act.act().id()
              + " ("
              + act.source()
              + "): it replaces the act of "
              + earlier);
    }
  }

  @Override
  public Integer call() throws IOException {
    if (batchSize < 1 || connections < 1) {
      throw new ParameterException(
          spec.commandLine(), "--batch-size and --connections must be 1 or more");
    }
    PrintWriter err = spec.commandLine().getErr();
    DamagePolicy policy =
        stopOnDamage
            ? DamagePolicy.fatal(problem -> {})
            : DamagePolicy.skip(problem -> err.println("skipped: " + problem.message()));
    Indexer.Settings settings =
        new Indexer.Settings(target.collection(), chain, batchSize, connections, onlyMissing);
    try (SolrHttp solr = target.connect(REQUEST_TIMEOUT);
        ActStream acts = ActStream.open(paths, policy, limits.limits());
        ProgressLine progress = new ProgressLine("indexing", "acts", -1, err)) {
      solr.documents(target.collection());
      Tally tally = new Tally(progress, err);
      try (Indexer indexer = new Indexer(solr, settings, tally)) {
        try {
          while (acts.hasNext()) {
            indexer.add(acts.next());
          }
        } catch (DamagedRecordException e) {
          // acts before the damage are indexed nevertheless
          indexer.finish();
          throw new UserError(e.getMessage(), e);
        }
        indexer.finish();
      } catch (UserError e) {
        throw new UserError(
            e.getMessage()
                + "; "
                + tally.indexed.get()
                + " acts were acknowledged before: continue with --only-missing",
            e);
      }
      return report(tally, acts.damaged(), progress);
    }
  }

  private int report(Tally tally, long damaged, ProgressLine progress) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "indexed %,d acts into %s in %.1f s (%,.0f acts/s)",
            tally.indexed.get(),
            target.collection(),
            progress.seconds(),
            tally.indexed.get() / progress.seconds()));
    append(line, tally.there.get(), "were there already");
    append(line, tally.repeated.get(), "replaced an earlier one with the same id");
    append(line, tally.refused.get(), "were REFUSED by Solr");
    append(line, damaged, "were DAMAGED and skipped");
    spec.commandLine().getOut().println(line);
    return tally.refused.get() == 0 && damaged == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void append(StringBuilder line, long count, String what) {
    if (count > 0) {
      line.append(String.format(Locale.ROOT, "; %,d %s", count, what));
    }
  }
}
