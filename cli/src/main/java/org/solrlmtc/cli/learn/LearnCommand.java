package org.solrlmtc.cli.learn;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.ModelsOption;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.evaluate.data.EvaluationLabels;
import org.solrlmtc.cli.evaluate.system.BundleSystem;
import org.solrlmtc.cli.solr.BundleUpload;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.cli.solr.SolrTarget;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Learns from the acts that people reviewed. */
@Command(
    name = "learn",
    description = {
      "Learn from the acts of a collection that people reviewed: make a challenger of the model"
          + " that labels the collection, compare the two, and let the challenger serve if it is"
          + " not worse.",
      "",
      "It is worse if RP@5 or F1 is lower, on the reviewed acts or on --dev, by more than .005 or"
          + " with a p-value below --alpha. The same command resumes an interrupted run; it can be"
          + " stopped at any time. One process at a time learns for a collection.",
      ""
    })
public final class LearnCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  @Spec private CommandSpec spec;
  @Mixin private SolrTarget target;
  @Mixin private ModelsOption models;

  @Option(
      names = "--what",
      defaultValue = "memory",
      paramLabel = "memory|decision|all",
      description = {
        "What learns (default: ${DEFAULT-VALUE}). memory: known acts of a model with neighbours, in"
            + " seconds; nothing is trained. decision: the decision rule, tuned on the reviewed"
            + " acts. all: the model is trained again by its recipe, on --data and the reviewed"
            + " acts."
      })
  private LearnLevel what;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description =
          "The training data of the model, as for 'lmtc train'; repeatable (required for --what"
              + " all).")
  private List<Path> data = new ArrayList<>();

  @Option(
      names = "--recipe",
      paramLabel = "RECIPE",
      description =
          "Recipe for --what all (default: the one with the name of the bundle, else the one that"
              + " it was trained by).")
  private Optional<String> recipe = Optional.empty();

  @Option(
      names = "--dev",
      paramLabel = "PATH",
      description = "Further acts with gold labels to compare on (default: none).")
  private Optional<Path> dev = Optional.empty();

  @Option(
      names = "--keep-apart",
      defaultValue = "0.2",
      paramLabel = "SHARE",
      description =
          "Share of the reviewed acts, chosen by their ids, that decision and all compare on and do"
              + " not learn from (default: ${DEFAULT-VALUE}). For memory all acts are both: an act"
              + " is not its own neighbour.")
  private double keepApart;

  @Option(
      names = "--min-acts",
      defaultValue = "20",
      paramLabel = "N",
      description = "With fewer reviewed acts, do nothing (default: ${DEFAULT-VALUE}).")
  private int minimum;

  @Option(
      names = "--alpha",
      defaultValue = "0.05",
      paramLabel = "P",
      description = "A lower measure with a smaller p-value is worse (default: ${DEFAULT-VALUE}).")
  private double alpha;

  @Option(names = "--force", description = "Let the challenger serve even if it is worse.")
  private boolean force;

  @Option(
      names = "--dry-run",
      description = "Read the reviewed acts and say what would happen; change nothing in Solr.")
  private boolean dryRun;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description =
          "Only write the reviewed acts with their confirmed labels to a file, one as JSON per line"
              + " in the form of EURLEX57K, and learn nothing (default: learn).")
  private Optional<Path> export = Optional.empty();

  @Option(
      names = "--batch-size",
      defaultValue = "50",
      paramLabel = "N",
      description = "Number of documents per request (default: ${DEFAULT-VALUE}).")
  private int batchSize;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder for the lock, for the progress of an interrupted run, and for the log (default:"
              + " run/learn-COLLECTION in the Solr home).")
  private Optional<Path> work = Optional.empty();

  @Override
  public Integer call() throws IOException {
    check();
    Path place =
        work.orElseGet(
            () -> RunFile.folder(target.solrHome()).resolve("learn-" + target.collection()));
    try (LearnFolder folder = LearnFolder.lock(place);
        SolrHttp solr = target.connect(REQUEST_TIMEOUT)) {
      // searches must find all acknowledged reviews
      solr.send(client -> client.commit(target.collection(), true, true, true));
      ReviewedCollection collection = ReviewedCollection.of(solr, target.collection());
      folder.read(solr, collection, target.url(), batchSize, spec.commandLine().getErr());
      LearnedActs acts = new LearnedActs(folder.acts());
      List<String> ids = acts.ids();
      if (export.isPresent()) {
        Path file = export.get();
        Path partial = file.toAbsolutePath().resolveSibling(file.getFileName() + ".partial");
        Files.copy(folder.acts(), partial, StandardCopyOption.REPLACE_EXISTING);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        out().printf(Locale.ROOT, "wrote %,d reviewed acts to %s%n", ids.size(), file);
        return ExitCode.OK;
      }
      if (ids.size() < minimum) {
        out()
            .printf(
                Locale.ROOT,
                "%,d reviewed acts are too few to learn from (--min-acts %d)%n",
                ids.size(),
                minimum);
        return ExitCode.OK;
      }
      ServedModel served = ServedModel.of(solr, target.collection());
      return new Run(solr, folder, acts, ids, served, champion(served)).execute();
    }
  }

  private void check() {
    if (batchSize < 1 || minimum < 1) {
      throw new ParameterException(
          spec.commandLine(), "--batch-size and --min-acts must be 1 or more");
    }
    if (!(keepApart > 0 && keepApart < 1) || !(alpha >= 0 && alpha <= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--keep-apart must be between 0 and 1, and --alpha from 0 to 1");
    }
    if ((what == LearnLevel.ALL) == data.isEmpty() && export.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          what == LearnLevel.ALL
              ? "--what all needs the training data of the model: give --data, or use --what memory"
                  + " or decision, which need none"
              : "--data is for --what all only");
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** The bundle that Solr serves, from this machine's models folder. */
  private ModelBundle champion(ServedModel served) {
    ModelBundle bundle = models.open(served.bundle());
    if (!bundle.digest().equals(served.digest())) {
      throw new UserError(
          "Solr serves another version of '"
              + served.bundle()
              + "' (digest "
              + served.digest()
              + ") than "
              + bundle.folder()
              + " has (digest "
              + bundle.digest()
              + "): name Solr's models folder, or a copy of it, with --models");
    }
    return bundle;
  }

  /** One run. */
  private final class Run {
    private final SolrHttp solr;
    private final LearnFolder folder;
    private final LearnedActs acts;
    private final List<String> ids;
    private final ServedModel served;
    private final ModelBundle champion;
    private final List<Trial> trials = new ArrayList<>();

    Run(
        SolrHttp solr,
        LearnFolder folder,
        LearnedActs acts,
        List<String> ids,
        ServedModel served,
        ModelBundle champion) {
      this.solr = solr;
      this.folder = folder;
      this.acts = acts;
      this.ids = ids;
      this.served = served;
      this.champion = champion;
    }

    int execute() throws IOException {
      out()
          .printf(
              Locale.ROOT,
              "%,d reviewed acts of %s, labelled with %s%n",
              ids.size(),
              target.collection(),
              champion.id());
      return what == LearnLevel.MEMORY ? learnMemory() : learnBundle();
    }

    private int learnMemory() throws IOException {
      if (!served.hasMemory()) {
        throw new UserError(
            "the model '"
                + champion.id()
                + "' (method '"
                + champion.manifest().method()
                + "') has no memory: use --what decision or all, or a model with neighbours");
      }
      Set<String> known = new HashSet<>(served.onAll());
      known.retainAll(ids);
      Set<String> all = new HashSet<>(ids);
      compare(folder.acts(), "reviewed acts", system(champion, known), system(champion, all));
      return serveUnlessWorse(champion, this::teach);
    }

    /** Makes the memories of all nodes those of the reviewed acts. */
    private void teach() throws IOException {
      ServedModel.Teacher teacher = served.new Teacher(solr, target.collection());
      acts.forEach(teacher::add);
      teacher.send();
      List<String> gone = new ArrayList<>(served.onAny());
      gone.removeAll(new HashSet<>(ids));
      teacher.forget(gone);
      out()
          .printf(
              Locale.ROOT,
              "the memory of %s has %,d acts (%,d new, %,d removed)%n",
              served.name(),
              Math.min(ids.size(), served.maxActs()),
              ids.stream().filter(id -> !served.onAll().contains(id)).count(),
              gone.size());
    }

    private int learnBundle() throws IOException {
      Path learnFile = folder.file("learn.jsonl");
      Path apartFile = folder.file("kept-apart.jsonl");
      int learned = acts.copy(learnFile, id -> !LearnedActs.isKeptApart(id, keepApart));
      int apart = acts.copy(apartFile, id -> LearnedActs.isKeptApart(id, keepApart));
      if (learned == 0 || apart == 0) {
        out().println("too few reviewed acts to learn from some and compare on others");
        return ExitCode.OK;
      }
      Challenger challenger =
          new Challenger(champion, folder, learnFile, spec.commandLine().getErr());
      if (dryRun) {
        out()
            .printf(
                Locale.ROOT,
                "would learn from %,d acts (%s), and compare on %,d kept apart%n",
                learned,
                what.key(),
                apart);
        return ExitCode.OK;
      }
      ModelBundle made =
          what == LearnLevel.DECISION ? challenger.tune() : challenger.train(data, recipe);
      Set<String> known = new HashSet<>(served.onAll());
      known.removeIf(id -> LearnedActs.isKeptApart(id, keepApart));
      // what is trained again knows these acts already
      Set<String> further = what == LearnLevel.ALL ? Set.of() : known;
      compare(
          apartFile, "reviewed acts kept apart", system(champion, known), system(made, further));
      Map<String, Object> entry = entry(learned);
      return serveUnlessWorse(
          made,
          () -> {
            ModelBundle complete = challenger.complete(made, entry);
            BundleUpload.send(solr, target.collection(), complete);
            out().println("serving " + complete.id());
            challenger.delete();
            if (served.hasMemory() && what == LearnLevel.ALL && !served.onAny().isEmpty()) {
              // another vocabulary begins with an empty memory
              teach();
            }
          });
    }

    private BundleSystem system(ModelBundle bundle, Set<String> remembered) {
      return new BundleSystem(
          bundle,
          Runtime.getRuntime().availableProcessors(),
          spec.commandLine().getErr(),
          (LabelScorer scorer) -> acts.teach(scorer, remembered, Math.max(1, served.maxActs())));
    }

    private void compare(Path file, String set, BundleSystem before, BundleSystem after)
        throws IOException {
      EvaluationLabels labels = EvaluationLabels.of(champion);
      trials.add(Trial.of(set, file, labels, before, after));
      if (dev.isPresent()) {
        trials.add(Trial.of("acts of --dev", dev.get(), labels, before, after));
      }
      trials.forEach(trial -> out().print(trial.toText()));
      out().flush();
    }

    private Map<String, Object> entry(int learned) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("what", what.key());
      entry.put("collection", target.collection());
      entry.put("acts", learned);
      entry.put("from", champion.digest());
      entry.put("comparison", trials.stream().map(Trial::toMap).toList());
      return entry;
    }

    private interface Serving {
      void serve() throws IOException;
    }

    private int serveUnlessWorse(ModelBundle challenger, Serving serving) throws IOException {
      Optional<String> worse =
          trials.stream().flatMap(trial -> trial.worse(alpha).stream()).findFirst();
      boolean serves = worse.isEmpty() || force;
      if (dryRun) {
        out().println(serves ? "would serve it" : "would not serve it: " + worse.get());
        return ExitCode.OK;
      }
      Map<String, Object> logged = entry(ids.size());
      logged.put("time", Instant.now().toString());
      logged.put("model", challenger.id());
      logged.put("served", serves);
      if (!serves) {
        folder.log(logged);
        out()
            .println(
                "NOT served, because it is worse: "
                    + worse.get()
                    + "; --force serves it all the same");
        return ExitCode.OK;
      }
      serving.serve();
      folder.log(logged);
      return ExitCode.OK;
    }
  }
}
