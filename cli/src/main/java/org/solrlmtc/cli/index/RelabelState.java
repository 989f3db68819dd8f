package org.solrlmtc.cli.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.solrlmtc.cli.common.UserError;

/**
 * How far a relabelling has come, as a file that the next run goes on from.
 *
 * @param task what is done; a run with another one must not go on from here
 * @param cursor Solr's mark behind the last document that is done with
 * @param total how many documents there were to do at the beginning
 * @param notLabelled documents that Solr took, but that the model failed on or did not label
 * @param gone documents that others changed meanwhile, so that they are no longer asked for
 * @param refused documents that Solr refused
 * @param failures reasons by document; those of the refused that nobody was told yet
 */
record RelabelState(
    Task task,
    String cursor,
    long total,
    long relabelled,
    long notLabelled,
    long gone,
    long refused,
    Map<String, String> failures) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * What a relabelling is about.
   *
   * @param selection in words, for comparison and for people
   */
  record Task(String url, String collection, String selection, String model) {}

  RelabelState {
    failures = new TreeMap<>(failures);
  }

  /** The documents that are done with. */
  long done() {
    return relabelled + notLabelled + gone + refused;
  }

  /** The state after some more documents. */
  RelabelState after(Relabeller.Outcome outcome, String newCursor) {
    Map<String, String> all = new TreeMap<>(failures);
    all.putAll(outcome.refused());
    return new RelabelState(
        task,
        newCursor,
        total,
        relabelled + outcome.relabelled(),
        notLabelled + outcome.notLabelled().size(),
        gone + outcome.gone(),
        refused + outcome.refused().size(),
        all);
  }

  /** The state once all failures are told. */
  RelabelState told() {
    return new RelabelState(task, cursor, total, relabelled, notLabelled, gone, refused, Map.of());
  }

  /**
   * Reads a file, if it is there.
   *
   * @throws UserError when it is no such file
   */
  static Optional<RelabelState> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file.toFile(), RelabelState.class));
    } catch (JsonProcessingException e) {
      throw new UserError(
          file
              + " is not the state of a relabelling: give another --state, or begin anew with"
              + " --restart",
          e);
    }
  }

  /** Writes a file: whenever the power fails, either this state is there or the one before. */
  void write(Path file) {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UserError(
          "cannot write how far it has come to " + file + " (" + e + "): give another --state", e);
    }
  }
}
