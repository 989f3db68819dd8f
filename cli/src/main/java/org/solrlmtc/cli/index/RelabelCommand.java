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

/** Labels the documents of an index again with Solr's current model. */
@Command(
    name = "relabel",
    description = {
      "Label the documents of a collection again, with Solr's current model and the stored text. No"
          + " text is sent.",
      "",
      "Corrections of people stay: confirmed, rejected and reviewed labels. The same command"
          + " resumes an interrupted run. Documents that Solr refuses are listed at the end. The"
          + " exit code is 1 if there are any, or if the model fails on a document.",
      ""
    })
public final class RelabelCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  /** With this number of refusals the cause is not in the documents. */
  private static final int MAX_REFUSALS = 1000;

  @Spec private CommandSpec spec;
  @Mixin private SolrTarget target;

  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description =
          "Only documents that this query finds, such as 'type:Decision' (default: all documents).")
  private Optional<String> query = Optional.empty();

  @Option(
      names = "--only-failed",
      description =
          "Only documents that the model failed on, including those labelled by the fallback model,"
              + " and documents with stale labels.")
  private boolean onlyFailed;

  @Option(
      names = "--only-outdated",
      description =
          "Only documents that --only-failed selects, or that were labelled by another model than"
              + " Solr's current one.")
  private boolean onlyOutdated;

  @Option(
      names = "--chain",
      defaultValue = "",
      paramLabel = "NAME",
      description = "Update chain that labels (default: the collection's default chain).")
  private String chain;

  @Option(
      names = "--batch-size",
      defaultValue = "50",
      paramLabel = "N",
      description = "Number of documents per request (default: ${DEFAULT-VALUE}).")
  private int batchSize;

  @Option(
      names = "--connections",
      defaultValue = "4",
      paramLabel = "N",
      description = "Number of concurrent requests (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "File for the progress, from which an interrupted run resumes (default:"
              + " run/relabel-COLLECTION.json in the Solr home).")
  private Optional<Path> stateFile = Optional.empty();

  @Option(
      names = "--restart",
      description = "Start over, and discard the progress of an interrupted run (default: resume).")
  private boolean restart;

  @Option(names = "--dry-run", description = "Only count the documents, and change none.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException {
    if (batchSize < 1 || connections < 1) {
      throw new ParameterException(
          spec.commandLine(), "--batch-size and --connections must be 1 or more");
    }
    RelabelSelection selection = new RelabelSelection(query, onlyFailed, onlyOutdated);
    try (SolrHttp solr = target.connect(REQUEST_TIMEOUT)) {
      LabelledCollection labelled = LabelledCollection.of(solr, target.collection());
      List<String> filters = selection.filters(labelled);
      if (dryRun) {
        out()
            .printf(
                Locale.ROOT,
                "would relabel %,d documents of %s with %s%n",
                solr.documents(target.collection(), filters),
                target.collection(),
                labelled.model());
        return ExitCode.OK;
      }
      // searches must find all acknowledged documents
      solr.send(client -> client.commit(target.collection(), true, true, true));
      Path file = stateFile();
      RelabelState initial = initialState(solr, filters, labelled, file);
      return new Run(solr, labelled, file, initial).execute(filters);
    }
  }

  private Path stateFile() {
    return stateFile.orElseGet(
        () ->
            RunFile.folder(target.solrHome()).resolve("relabel-" + target.collection() + ".json"));
  }

  /** The progress of an interrupted run of the same task, else that of a new run. */
  private RelabelState initialState(
      SolrHttp solr, List<String> filters, LabelledCollection labelled, Path file)
      throws IOException {
    RelabelState.Task task =
        new RelabelState.Task(
            target.url(), target.collection(), String.join(" AND ", filters), labelled.model());
    Optional<RelabelState> saved = restart ? Optional.empty() : RelabelState.read(file);
    if (saved.isEmpty()) {
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
    if (!task.equals(saved.get().task())) {
      throw new UserError(
          file
              + " is from an interrupted run for "
              + saved.get().task()
              + ", and this one is for "
              + task
              + ": use the options of that run to resume it, start over with --restart, or name"
              + " another --state");
    }
    spec.commandLine()
        .getErr()
        .printf(
            Locale.ROOT,
            "note: resuming after %,d of %,d documents, from %s%n",
            saved.get().done(),
            saved.get().total(),
            file);
    return saved.get();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** One run, and its progress. */
  private final class Run {
    private final SolrHttp solr;
    private final LabelledCollection labelled;
    private final Path file;
    private RelabelState state;

    Run(SolrHttp solr, LabelledCollection labelled, Path file, RelabelState initial) {
      this.solr = solr;
      this.labelled = labelled;
      this.file = file;
      this.state = initial;
    }

    int execute(List<String> filters) throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      Relabeller.Settings settings =
          new Relabeller.Settings(target.collection(), filters, chain, batchSize, connections);
      long doneBefore = state.done();
      double seconds;
      try (ProgressLine progress =
          new ProgressLine(
              "relabelling", "documents", Math.max(0, state.total() - doneBefore), err)) {
        Relabeller.Listener listener =
            (outcome, cursor) -> {
              long before = state.done();
              state = state.after(outcome, cursor);
              state.write(file);
              progress.step(state.done() - before);
              if (state.failures().size() >= MAX_REFUSALS) {
                throw new UserError(
                    "Solr refuses too many documents for the cause to be in them: see its log");
              }
            };
        try (Relabeller relabeller = new Relabeller(solr, labelled, settings, listener)) {
          relabeller.run(state.cursor());
        }
        solr.send(client -> client.commit(target.collection()));
        seconds = progress.seconds();
      } catch (UserError e) {
        listFailures(err);
        throw new UserError(withResumeHint(e.getMessage()), e);
      }
      listFailures(err);
      Files.deleteIfExists(file);
      checkModel();
      return report(state.done() - doneBefore, seconds);
    }

    private String withResumeHint(String message) {
      if (state.done() == 0) {
        return message;
      }
      state.withoutFailures().write(file);
      return message
          + "; "
          + state.done()
          + " documents are done: the same command resumes after them";
    }

    private void checkModel() {
      String now = LabelledCollection.model(solr, target.collection());
      if (!now.equals(labelled.model())) {
        throw new UserError(
            "Solr's model has changed from "
                + labelled.model()
                + " to "
                + now
                + " meanwhile: run 'lmtc relabel --only-outdated' for the remaining documents");
      }
    }

    private void listFailures(PrintWriter err) {
      state
          .failures()
          .forEach(
              (id, reason) ->
                  err.println("refused: " + id + ": " + reason.strip().replaceAll("\\s+", " ")));
    }

    private int report(long documents, double seconds) {
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
      append(
          line, state.gone(), "were changed by other clients meanwhile and are no longer selected");
      append(line, state.refused(), "were REFUSED by Solr and keep their labels");
      append(
          line,
          state.notLabelled(),
          "were NOT LABELLED by it: see their status; 'lmtc relabel --only-outdated' tries again");
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
