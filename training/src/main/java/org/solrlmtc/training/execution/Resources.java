package org.solrlmtc.training.execution;

/**
 * What training may use: of the machine, and of an interrupted run's work. The model does not
 * depend on it.
 *
 * @param threads the number of threads
 * @param memoryBytes the memory that training may take; more is refused, with the estimate
 * @param resumePolicy what becomes of the checkpoints that an interrupted run left
 */
public record Resources(int threads, long memoryBytes, ResumePolicy resumePolicy) {
  public Resources {
    if (threads < 1) {
      throw new TrainingException("training needs at least 1 thread, not " + threads);
    }
  }

  public Resources(int threads, long memoryBytes) {
    this(threads, memoryBytes, ResumePolicy.USE);
  }

  /** The same machine, with another resume policy. */
  public Resources with(ResumePolicy other) {
    return new Resources(threads, memoryBytes, other);
  }

  /** All processors, and the heap that the JVM was started with. */
  public static Resources ofThisProcess() {
    Runtime runtime = Runtime.getRuntime();
    return new Resources(runtime.availableProcessors(), runtime.maxMemory());
  }

  /**
   * Refuses work that would not fit.
   *
   * @param what what needs the memory
   * @param wayOut which settings make it smaller
   */
  public void require(long bytes, String what, String wayOut) {
    if (bytes > memoryBytes) {
      throw new TrainingException(
          what
              + " needs about "
              + megabytes(bytes)
              + " MB, but training may take "
              + megabytes(memoryBytes)
              + " MB: start Java with a larger -Xmx, or "
              + wayOut);
    }
  }

  private static long megabytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
