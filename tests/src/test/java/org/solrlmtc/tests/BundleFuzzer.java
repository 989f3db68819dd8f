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
    Files.createDirectories(copy);
    List<Path> files;
    try (Stream<Path> listed = Files.list(bundle)) {
      files = listed.sorted().toList();
    }
    Path chosen = random.pick(files);
    ObjectNode manifest = (ObjectNode) JSON.readTree(bundle.resolve(ModelBundle.MANIFEST).toFile());
    for (Path file : files) {
      String name = file.getFileName().toString();
      byte[] content = Files.readAllBytes(file);
      if (name.equals(ModelBundle.MANIFEST)) {
        continue;
      }
      byte[] written = file.equals(chosen) ? random.of(content) : content;
      Files.write(copy.resolve(name), written);
      ((ObjectNode) manifest.at("/files/" + name))
          .put("bytes", written.length)
          .put("sha256", Sha256.of(written));
    }
    byte[] json = JSON.writeValueAsBytes(manifest);
    boolean changesManifest = chosen.endsWith(ModelBundle.MANIFEST);
    Files.write(copy.resolve(ModelBundle.MANIFEST), changesManifest ? random.of(json) : json);
    return chosen.toString();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
