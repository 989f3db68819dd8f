package org.solrlmtc.training.execution;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Resources of a training, which the model does not depend on.
 *
 * @param threads the number of threads
 * @param memoryBytes maximum memory; a training that needs more is refused with the estimate
 * @param resumePolicy what happens to the checkpoints of an interrupted run
 * @param parsedActs a folder that several trainings keep parsed acts in; else each parses them
 */
public record Resources(
    int threads, long memoryBytes, ResumePolicy resumePolicy, Optional<Path> parsedActs) {
  public Resources {
    if (threads < 1) {
      throw new TrainingException("training needs at least 1 thread, not " + threads);
    }
  }

  public Resources(int threads, long memoryBytes) {
    this(threads, memoryBytes, ResumePolicy.USE, Optional.empty());
  }

  /** The same machine, with another resume policy. */
  public Resources with(ResumePolicy other) {
    return new Resources(threads, memoryBytes, other, parsedActs);
  }

  /** The same machine, with parsed acts in a folder that outlives the training. */
  public Resources withParsedActsIn(Path folder) {
    return new Resources(threads, memoryBytes, resumePolicy, Optional.of(folder));
  }

  /** All CPU cores, and the maximum Java heap. */
  public static Resources ofThisProcess() {
    Runtime runtime = Runtime.getRuntime();
    return new Resources(runtime.availableProcessors(), runtime.maxMemory());
  }

  /**
   * Refuses work that needs too much memory.
   *
   * @param what what needs the memory
   * @param remedy which settings reduce it
   */
  public void require(long bytes, String what, String remedy) {
    if (bytes > memoryBytes) {
      throw new TrainingException(
          what
              + " needs about "
              + megabytes(bytes)
              + " MB, but training may take "
              + megabytes(memoryBytes)
              + " MB: start Java with a larger -Xmx, or "
              + remedy);
    }
  }

  private static long megabytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
