package org.solrlmtc.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.training.data.SpooledData;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.execution.ResumePolicy;
import org.solrlmtc.training.execution.TrainingException;

/**
 * The folder {@code .NAME.work} beside a bundle: parsed acts, and the checkpoints that an
 * interrupted training resumes from.
 */
final class WorkFolder {
  private final Path folder;
  private final ResumePolicy policy;
  private final boolean resumed;

  /**
   * @throws TrainingException when there must be something to resume, and there is nothing
   */
  WorkFolder(Path target, ResumePolicy policy) throws IOException {
    this.folder = target.resolveSibling("." + target.getFileName() + ".work");
    this.policy = policy;
    this.resumed = Files.isDirectory(folder);
    if (policy == ResumePolicy.REQUIRE && !hasCheckpoints()) {
      throw new TrainingException(
          "there is nothing to resume: "
              + folder
              + (resumed ? " has no checkpoint" : " does not exist")
              + "; train from the start");
    }
  }

  /** Parsed acts alone cannot be resumed. */
  private boolean hasCheckpoints() throws IOException {
    if (!resumed) {
      return false;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.anyMatch(entry -> !SpooledData.isSpool(entry));
    }
  }

  Path path() {
    return folder;
  }

  /** Whether parsed acts of an earlier training may be read. */
  boolean mayReuseActs() {
    return policy != ResumePolicy.DISCARD;
  }

  /**
   * Discards what must not be resumed. The caller holds the lock of the bundle.
   *
   * @param acts the parsed acts of this training, which stay
   */
  void prepare(SpooledData acts, Progress progress) throws IOException {
    if (resumed && policy == ResumePolicy.DISCARD) {
      try (Stream<Path> entries = Files.list(folder)) {
        for (Path entry : entries.filter(entry -> !acts.files().contains(entry)).toList()) {
          FileTrees.delete(entry);
        }
      }
      progress.note("discarded the work kept in " + folder);
    } else if (resumed) {
      progress.note("an interrupted training kept work in " + folder + ": what fits is used");
    }
    progress.note(acts.describe());
  }

  void delete() throws IOException {
    if (Files.exists(folder)) {
      FileTrees.delete(folder);
    }
  }
}
