package org.solrlmtc.cli.index;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.solr.common.params.CursorMarkParams;
import org.solrlmtc.cli.common.ProgressLine;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.cli.solr.SolrTarget;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Labels what is in the index with the model that Solr has now. */
@Command(
    name = "relabel",
    description = {
      "Label the documents of a collection anew, with the model that Solr has now, from the text"
          + " that Solr has: none is sent.",
      "",
      "Labels that a person supplied are left alone. An interrupted run goes on when the same"
          + " command is given again. Documents that Solr refuses are named at the end; they, and"
          + " those that the model fails on, make the exit code 1.",
      ""
    })
public final class RelabelCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  /** So many refusals are not the documents' fault. */
  private static final int MOST_FAILURES = 1000;

  @Spec private CommandSpec spec;
  @Mixin private SolrTarget target;

  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description = "Only documents that this query finds, such as 'type:Decision'.")
  private Optional<String> query = Optional.empty();

  @Option(
      names = "--only-failed",
      description =
          "Only documents that the model failed on, also those that the fallback labelled, or"
              + " whose labels are stale.")
  private boolean onlyFailed;

  @Option(
      names = "--only-outdated",
      description =
          "Only documents that failed or that another model than Solr's present one labelled.")
  private boolean onlyOutdated;

  @Option(
      names = "--include-supplied",
      description = "Also documents whose labels a person supplied; those labels are lost.")
  private boolean includeSupplied;

  @Option(
      names = "--chain",
      defaultValue = "",
      description = "Update chain that labels (default: the collection's own).")
  private String chain;

  @Option(
      names = "--batch",
      defaultValue = "50",
      description = "Documents a request (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--connections",
      defaultValue = "4",
      description = "Requests at the same time (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "Where to keep how far it has come (default: run/relabel-COLLECTION.json in the Solr"
              + " home).")
  private Optional<Path> stateFile = Optional.empty();

  @Option(names = "--restart", description = "Begin anew, whatever an interrupted run left.")
  private boolean restart;

  @Option(names = "--dry-run", description = "Only count the documents.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException {
    if (batch < 1 || connections < 1) {
      throw new ParameterException(
          spec.commandLine(), "--batch and --connections must be 1 or more");
    }
    RelabelSelection selection =
        new RelabelSelection(query, onlyFailed, onlyOutdated, includeSupplied);
    try (SolrHttp solr = new SolrHttp(target.url(), REQUEST_TIMEOUT)) {
      LabelledCollection labelled = LabelledCollection.of(solr, target.collection());
      List<String> filters = selection.filters(labelled);
      if (dryRun) {
        out()
            .printf(
                Locale.ROOT,
                "would relabel %,d documents of %s with %s%s%n",
                solr.documents(target.collection(), filters),
                target.collection(),
                labelled.model(),
                leftAlone(solr, selection, labelled));
        return ExitCode.OK;
      }
      // searches must see what was acknowledged
      solr.send(client -> client.commit(target.collection(), true, true, true));
      Path file = stateFile();
      RelabelState begin = begin(solr, filters, labelled, file);
      return new Run(solr, labelled, file, begin).go(filters, selection);
    }
  }

  private Path stateFile() {
    return stateFile.orElseGet(
        () ->
            RunFile.folder(target.solrHome()).resolve("relabel-" + target.collection() + ".json"));
  }

  /** Where an interrupted run of the same kind ended, else the start. */
  private RelabelState begin(
      SolrHttp solr, List<String> filters, LabelledCollection labelled, Path file)
      throws IOException {
    RelabelState.Task task =
        new RelabelState.Task(
            target.url(), target.collection(), String.join(" AND ", filters), labelled.model());
    Optional<RelabelState> kept = restart ? Optional.empty() : RelabelState.read(file);
    if (kept.isEmpty()) {
      return new RelabelState(
          task,
          CursorMarkParams.CURSOR_MARK_START,
          solr.documents(target.collection(), filters),
          0,
          0,
          0,
          0,
          Map.of());
    }
    if (!task.equals(kept.get().task())) {
      throw new UserError(
          file
              + " is from an interrupted run for "
              + kept.get().task()
              + ", and this one is for "
              + task
              + ": give that run's options to go on with it, begin anew with --restart, or give"
              + " another --state");
    }
    spec.commandLine()
        .getErr()
        .printf(
            Locale.ROOT,
            "note: going on after %,d of %,d documents, by %s%n",
            kept.get().done(),
            kept.get().total(),
            file);
    return kept.get();
  }

  private String leftAlone(SolrHttp solr, RelabelSelection selection, LabelledCollection labelled) {
    long supplied =
        includeSupplied
            ? 0
            : solr.documents(target.collection(), selection.suppliedFilters(labelled));
    return supplied == 0
        ? ""
        : String.format(
            Locale.ROOT, "; %,d whose labels a person supplied are left alone", supplied);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** One run, with the state that it leaves behind. */
  private final class Run {
    private final SolrHttp solr;
    private final LabelledCollection labelled;
    private final Path file;
    private RelabelState state;

    Run(SolrHttp solr, LabelledCollection labelled, Path file, RelabelState begin) {
      this.solr = solr;
      this.labelled = labelled;
      this.file = file;
      this.state = begin;
    }

    int go(List<String> filters, RelabelSelection selection) throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      Relabeller.Settings settings =
          new Relabeller.Settings(target.collection(), filters, chain, batch, connections);
      long begun = state.done();
      double seconds;
      try (ProgressLine progress =
          new ProgressLine("relabelling", "documents", Math.max(0, state.total() - begun), err)) {
        Relabeller.Listener listener =
            (outcome, cursor) -> {
              long before = state.done();
              state = state.after(outcome, cursor);
              state.write(file);
              progress.step(state.done() - before);
              if (state.failures().size() >= MOST_FAILURES) {
                throw new UserError(
                    "Solr refuses too many documents for the fault to be theirs: see its log");
              }
            };
        try (Relabeller relabeller = new Relabeller(solr, labelled, settings, listener)) {
          relabeller.run(state.cursor());
        }
        solr.send(client -> client.commit(target.collection()));
        seconds = progress.seconds();
      } catch (UserError e) {
        listFailures(err);
        throw new UserError(goOn(e.getMessage()), e);
      }
      listFailures(err);
      Files.deleteIfExists(file);
      checkModel();
      return report(selection, state.done() - begun, seconds);
    }

    private String goOn(String message) {
      if (state.done() == 0) {
        return message;
      }
      state.told().write(file);
      return message
          + "; "
          + state.done()
          + " documents are done with: the same command goes on after them";
    }

    private void checkModel() {
      String now = LabelledCollection.model(solr, target.collection());
      if (!now.equals(labelled.model())) {
        throw new UserError(
            "Solr's model has changed from "
                + labelled.model()
                + " to "
                + now
                + " meanwhile: label the rest with 'lmtc relabel --only-outdated'");
      }
    }

    private void listFailures(PrintWriter err) {
      state
          .failures()
          .forEach(
              (id, reason) ->
                  err.println("refused: " + id + ": " + reason.strip().replaceAll("\\s+", " ")));
    }

    private int report(RelabelSelection selection, long documents, double seconds) {
      StringBuilder line = new StringBuilder();
      line.append(
          String.format(
              Locale.ROOT,
              "relabelled %,d documents of %s with %s in %.1f s (%,.0f documents/s)",
              state.relabelled(),
              target.collection(),
              labelled.model(),
              seconds,
              documents / seconds));
      line.append(leftAlone(solr, selection, labelled));
      append(line, state.gone(), "were changed by others meanwhile and no longer asked for");
      append(line, state.refused(), "were REFUSED by Solr and keep their labels");
      append(
          line,
          state.notLabelled(),
          "were NOT LABELLED by it: their status tells why, 'relabel --only-outdated' tries again");
      out().println(line);
      return state.refused() == 0 && state.notLabelled() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static void append(StringBuilder line, long count, String what) {
      if (count > 0) {
        line.append(String.format(Locale.ROOT, "; %,d %s", count, what));
      }
    }
  }
}
