package org.solrlmtc.cli.reproduce;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.ProgramVersion;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.train.StageProgress;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.readers.thesaurus.Thesauri;
import org.solrlmtc.training.Trainers;
import org.solrlmtc.training.Training;
import org.solrlmtc.training.data.TrainingData;
import org.solrlmtc.training.execution.Resources;
import org.solrlmtc.training.recipe.Recipe;

/**
 * Trained bundles in a work folder, by recipe, random seed, data and thesaurus. A run that is there
 * is used; an interrupted one is resumed.
 */
final class Runs {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LOG = "run.json";

  private final Path work;
  private final TrainingData data;
  private final Path thesaurus;
  private final Optional<Records> records;
  private final PrintWriter err;
  private final String digest;

  /**
   * What a training took, the sessions before an interruption included.
   *
   * @param seconds elapsed time
   * @param cpuSeconds CPU time
   */
  record Effort(double seconds, double cpuSeconds) {}

  /**
   * @param records results of runs that need not be trained here
   */
  Runs(Path work, TrainingData data, Path thesaurus, Optional<Records> records, PrintWriter err)
      throws IOException {
    this.work = work;
    this.data = data;
    this.thesaurus = thesaurus;
    this.records = records;
    this.err = err;
    this.digest = data.digest() + Sha256.of(thesaurus);
  }

  /** The run of a recipe with changes. */
  Run run(Path file, Recipe recipe, Map<String, Object> changes, Optional<Integer> seed) {
    return Run.of(file, recipe, changes, seed, Recipe.expected(file), digest);
  }

  /** The run of a recipe with the seed of its file. */
  Run run(Path file) {
    Recipe recipe = Recipe.read(file);
    return run(
        file,
        recipe,
        Map.of(),
        Run.isSeeded(recipe) && recipe.settings().get("seed") instanceof Integer seed
            ? Optional.of(seed)
            : Optional.empty());
  }

  Path folder(Run run) {
    return work.resolve("runs").resolve(run.key());
  }

  Path bundle(Run run) {
    return folder(run).resolve(run.recipe().name());
  }

  boolean isTrained(Run run) {
    return Files.isDirectory(bundle(run));
  }

  /** The records, if they have the run. */
  Optional<Records> record(Run run) {
    return records.filter(kept -> kept.has(run));
  }

  /** Whether the results of a run are there, or its bundle. */
  boolean isDone(Run run) {
    return isTrained(run) || record(run).isPresent();
  }

  /** Keeps the results of a trained run, unless they are recorded. */
  void keep(Run run, EvaluatedRun dev) throws IOException {
    if (records.isPresent() && !records.get().has(run)) {
      records.get().write(run, effort(run), megabytes(run), dev);
    }
  }

  /** Whether there is an interrupted training to resume. */
  boolean isBegun(Run run) {
    return Files.isDirectory(folder(run).resolve("." + run.recipe().name() + ".work"));
  }

  ModelBundle open(Run run) {
    return ModelBundle.open(bundle(run));
  }

  /** The runs of the members of an ensemble. */
  Map<String, Run> members(Run run) {
    Map<String, Run> members = new LinkedHashMap<>();
    String wanted = "recipe '" + run.recipe().name() + "'";
    for (String member : Trainers.of(run.recipe().method(), wanted).requiredBundles(run.recipe())) {
      Path file = run.file().resolveSibling(member + ".yaml");
      if (!Files.isRegularFile(file)) {
        throw new UserError(wanted + " has the member " + member + ", which has no recipe " + file);
      }
      members.put(member, run(file));
    }
    return members;
  }

  /** Trains a run, and its members before it. */
  void train(Run run) throws IOException {
    Path folder = folder(run);
    Files.createDirectories(folder);
    for (Map.Entry<String, Run> member : members(run).entrySet()) {
      if (!isTrained(member.getValue())) {
        train(member.getValue());
      }
      Path copy = folder.resolve(member.getKey());
      if (!Files.isDirectory(copy)) {
        copy(bundle(member.getValue()), copy);
      }
    }
    Effort before = effort(run);
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    try (StageProgress progress = new StageProgress(err)) {
      Training.run(
          run.recipe(),
          data,
          Thesauri.readCompact(thesaurus),
          bundle(run),
          Map.of("tool", ProgramVersion.text()),
          Resources.ofThisProcess().withParsedActsIn(parsedActs()),
          progress);
    } finally {
      // a failed or interrupted session counts, too: its work is resumed
      write(
          run,
          new Effort(
              before.seconds() + (System.nanoTime() - start) / 1e9,
              before.cpuSeconds() + (cpuNanos() - cpuStart) / 1e9));
    }
  }

  /** What a run took so far; zeros if it was not begun. */
  Effort effort(Run run) {
    Path log = folder(run).resolve(LOG);
    if (!Files.isRegularFile(log)) {
      return new Effort(0, 0);
    }
    try {
      return JSON.readValue(Files.readAllBytes(log), Effort.class);
    } catch (IOException e) {
      throw new UserError(
          log + " cannot be read (" + e.getMessage() + "): delete it; only its times are lost", e);
    }
  }

  private void write(Run run, Effort effort) throws IOException {
    JSON.writeValue(folder(run).resolve(LOG).toFile(), effort);
  }

  /** The size of a trained bundle. */
  double megabytes(Run run) throws IOException {
    try (Stream<Path> files = Files.walk(bundle(run))) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes / 1e6;
    }
  }

  private Path parsedActs() {
    return work.resolve("acts");
  }

  /** Deletes the parsed acts, which all trainings of one command share. */
  void deleteParsedActs() throws IOException {
    if (Files.exists(parsedActs())) {
      FileTrees.delete(parsedActs());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Path draft = to.resolveSibling("." + to.getFileName() + ".copy");
    if (Files.exists(draft)) {
      FileTrees.delete(draft);
    }
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, draft.resolve(from.relativize(file).toString()));
      }
    }
    Files.move(draft, to);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
