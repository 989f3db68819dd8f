package org.solrlmtc.core.score;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;

/**
 * Acts that a model learned while it serves, in files beside its bundle. Scoring sees a change as
 * soon as the call that made it returns. Thread-safe.
 */
public interface ActMemory extends AutoCloseable {
  /**
   * Adds acts with their concepts. An act replaces the one with its id. Beyond the maximum, the
   * oldest acts are dropped. When this returns, the acts are on disk.
   *
   * @throws RuntimeException with the reason why no act was added
   */
  void add(List<ActRecord> acts);

  /**
   * Removes acts.
   *
   * @return the number of acts that were there
   * @throws RuntimeException with the reason why no act was removed
   */
  int remove(Collection<String> ids);

  /** Removes all acts. Also for a memory with a {@linkplain Status#problem problem}. */
  void clear();

  /** The ids of all acts, oldest first. */
  List<String> ids();

  Status status();

  @Override
  void close();

  /**
   * The state of a memory.
   *
   * @param maxActs beyond it, the oldest acts are dropped
   * @param version the number of changes since the memory is there; 0 if there was none
   * @param bytes of all files
   * @param problem why the files are not used; empty if they are
   */
  record Status(int acts, int maxActs, long version, long bytes, Optional<String> problem) {}
}
