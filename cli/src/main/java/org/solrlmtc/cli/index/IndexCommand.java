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

/** Streams acts into Solr. */
@Command(
    name = "index",
    description = {
      "Index acts: files and folders of EURLEX57K JSON (plain, .gz, zip), Formex 4 XML or EUR-Lex"
          + " HTML, told apart by content.",
      "",
      "Every act that is not indexed is reported with file and line, and makes the exit code 1. An"
          + " interrupted run is continued with --only-missing; acts are never doubled, since the"
          + " id is the key.",
      ""
    })
public final class IndexCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  @Spec private CommandSpec spec;
  @Mixin private SolrTarget target;
  @Mixin private ReadLimitsOption limits;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files or folders of acts.")
  private List<Path> paths;

  @Option(
      names = "--chain",
      defaultValue = "",
      description = "Update chain: 'plain' indexes without labels (default: the collection's own).")
  private String chain;

  @Option(
      names = "--batch",
      defaultValue = "50",
      description = "Acts a request (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--threads",
      defaultValue = "4",
      description = "Requests at the same time (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = {"--only-missing", "--resume"},
      description = "Leave out acts that the collection already has.")
  private boolean onlyMissing;

  @Option(
      names = "--stop-on-damage",
      description = "Stop at the first damaged record instead of reporting it and going on.")
  private boolean stopOnDamage;

  /** What became of the acts. */
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
    public void repeated(ActRecord act) {
      repeated.incrementAndGet();
      err.println(
          "repeated: " + act.act().id() + " (" + act.source() + "): it replaces the one before");
    }
  }

  @Override
  public Integer call() throws IOException {
    if (batch < 1 || threads < 1) {
      throw new ParameterException(spec.commandLine(), "--batch and --threads must be 1 or more");
    }
    PrintWriter err = spec.commandLine().getErr();
    DamagePolicy policy =
        stopOnDamage
            ? DamagePolicy.fatal(problem -> {})
            : DamagePolicy.skip(problem -> err.println("skipped: " + problem.message()));
    Indexer.Settings settings =
        new Indexer.Settings(target.collection(), chain, batch, threads, onlyMissing);
    try (SolrHttp solr = new SolrHttp(target.url(), REQUEST_TIMEOUT);
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
          // what was read before the damage is indexed all the same
          indexer.finish();
          throw new UserError(e.getMessage(), e);
        }
        indexer.finish();
      } catch (UserError e) {
        throw new UserError(
            e.getMessage()
                + "; "
                + tally.indexed.get()
                + " acts were acknowledged before: go on with --only-missing",
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
    append(line, damaged, "were DAMAGED and left out");
    spec.commandLine().getOut().println(line);
    return tally.refused.get() == 0 && damaged == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void append(StringBuilder line, long count, String what) {
    if (count > 0) {
      line.append(String.format(Locale.ROOT, "; %,d %s", count, what));
    }
  }
}
