package org.solrlmtc.readers.act;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * What happens when a record cannot be read. Either way the listener hears of every problem, so
 * that nothing is lost in silence.
 */
public final class DamagePolicy {
  private final boolean fatal;
  private final Consumer<ReadProblem> listener;

  private DamagePolicy(boolean fatal, Consumer<ReadProblem> listener) {
    this.fatal = fatal;
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /** Leave damaged records out and go on. */
  public static DamagePolicy skip(Consumer<ReadProblem> listener) {
    return new DamagePolicy(false, listener);
  }

  /**
   * Stop at the first damaged record with a {@link DamagedRecordException}. Files that were never
   * acts only go to the listener.
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
