package org.solrlmtc.readers.act;

import java.util.Objects;
import java.util.function.Consumer;
import org.solrlmtc.readers.act.source.ReadProblem;

/**
 * What happens if a record cannot be read. In every case the listener gets every problem, so that
 * nothing is lost silently.
 */
public final class DamagePolicy {
  private final boolean fatal;
  private final Consumer<ReadProblem> listener;

  private DamagePolicy(boolean fatal, Consumer<ReadProblem> listener) {
    this.fatal = fatal;
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /** Skips damaged records. */
  public static DamagePolicy skip(Consumer<ReadProblem> listener) {
    return new DamagePolicy(false, listener);
  }

  /**
   * Stops at the first damaged record with a {@link DamagedRecordException}. Files that are not
   * acts are only reported to the listener.
   */
  public static DamagePolicy fatal(Consumer<ReadProblem> listener) {
    return new DamagePolicy(true, listener);
  }

  void handle(ReadProblem problem) {
    listener.accept(problem);
    if (fatal && problem.kind() == ReadProblem.Kind.DAMAGED) {
      throw new DamagedRecordException(problem);
    }
  }
}
