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
 * The progress of a relabelling, saved in a file from which the next run resumes.
 *
 * @param task what is relabelled; a run with another task must not resume from here
 * @param cursor Solr's cursor mark after the last document that is done
 * @param total number of documents at the start
 * @param notLabelled documents that Solr accepted, but that the model failed on or did not label
 * @param gone documents that other clients changed meanwhile, so that they are no longer selected
 * @param refused documents that Solr refused
 * @param failures reasons by refused document, as far as they have not been reported yet
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
   * What is relabelled.
   *
   * @param selection the filters as text, for comparison and messages
   */
  record Task(String url, String collection, String selection, String model) {}

  RelabelState {
    failures = new TreeMap<>(failures);
  }

  /** The number of documents that are done. */
  long done() {
    return relabelled + notLabelled + gone + refused;
  }

  /** The state after further documents. */
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

  /** The state after all failures have been reported. */
  RelabelState withoutFailures() {
    return new RelabelState(task, cursor, total, relabelled, notLabelled, gone, refused, Map.of());
  }

  /**
   * Reads a file, if it exists.
   *
   * @throws UserError when it has another format
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
              + " is not the progress of a relabelling: name another --state, or start over with"
              + " --restart",
          e);
    }
  }

  /** Writes a file atomically: after a power failure it has this state or the one before. */
  void write(Path file) {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(partial, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UserError(
          "cannot write the progress to " + file + " (" + e + "): name another --state", e);
    }
  }
}
