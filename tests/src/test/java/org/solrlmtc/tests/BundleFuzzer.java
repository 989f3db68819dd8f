package org.solrlmtc.tests;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.Scorers;
import org.solrlmtc.core.io.Sha256;
import org.solrlmtc.core.score.LabelScorer;
import org.solrlmtc.core.score.ScoringException;

/** Changes the files of a bundle, corrects the digests, and tries to score with it. */
final class BundleFuzzer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final LegalAct ACT =
      new LegalAct("a", "", "", "milk", "on milk", List.of("cheese", "butter"), "");

  private final Path bundle;
  private final Path copy;
  private final int seconds;
  private final Mutations random;

  /** The file that differs in the copy. */
  private Optional<Path> changed = Optional.empty();

  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  /**
   * @param folder of the changed copies
   * @param seconds time limit to open and score
   */
  BundleFuzzer(Path bundle, Path folder, int seconds, long seed) {
    this.bundle = bundle;
    this.copy = folder.resolve(bundle.getFileName());
    this.seconds = seconds;
    this.random = new Mutations(seed);
  }

  /** Tries one changed bundle; returns what is wrong. */
  Optional<String> tryOne() throws IOException, InterruptedException {
    String changed = change();
    Future<?> attempt = thread.submit(this::score);
    try {
      attempt.get(seconds, TimeUnit.SECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(changed + ": no end after " + seconds + " s");
    } catch (ExecutionException e) {
      return e.getCause() instanceof BundleException || e.getCause() instanceof ScoringException
          ? Optional.empty()
          : Optional.of(changed + ": " + e.getCause());
    }
  }

  private void score() {
    ModelBundle opened = ModelBundle.open(copy);
    try (LabelScorer scorer = Scorers.open(opened)) {
      scorer.score(List.of(ACT)).forEach(scores -> opened.manifest().decision().decide(scores));
    }
  }

  private String change() throws IOException {
    restore();
    List<Path> files;
    try (Stream<Path> listed = Files.list(bundle)) {
      files = listed.sorted().toList();
    }
    Path chosen = random.pick(files);
    String name = chosen.getFileName().toString();
    ObjectNode manifest = (ObjectNode) JSON.readTree(bundle.resolve(ModelBundle.MANIFEST).toFile());
    changed = Optional.of(chosen);
    if (name.equals(ModelBundle.MANIFEST)) {
      Files.write(copy.resolve(name), random.of(JSON.writeValueAsBytes(manifest)));
      return chosen.toString();
    }
    byte[] content = random.of(Files.readAllBytes(chosen));
    Files.write(copy.resolve(name), content);
    ((ObjectNode) manifest.at("/files/" + name))
        .put("bytes", content.length)
        .put("sha256", Sha256.of(content));
    Files.write(copy.resolve(ModelBundle.MANIFEST), JSON.writeValueAsBytes(manifest));
    return chosen.toString();
  }

  /** Makes the copy what the bundle is. Large bundles would take long to copy for every case. */
  private void restore() throws IOException {
    if (!Files.exists(copy)) {
      Files.createDirectories(copy);
      try (Stream<Path> files = Files.list(bundle)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    if (changed.isPresent()) {
      for (Path file : List.of(changed.get(), bundle.resolve(ModelBundle.MANIFEST))) {
        Files.write(copy.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
