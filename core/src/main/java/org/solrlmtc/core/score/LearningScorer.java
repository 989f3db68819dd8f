package org.solrlmtc.core.score;

import java.nio.file.Path;

/** A scorer that learns acts without training: it keeps them in a memory beside its bundle. */
public interface LearningScorer {
  /**
   * Identifies what the memory depends on. Bundles with the same key can take over each other's
   * memory; it is valid in file names.
   */
  String memoryKey();

  /**
   * Opens a memory for this scorer. If its files cannot be used, it is empty, and its status has
   * the problem.
   *
   * @param folder the folder of its files, which need not exist
   * @param maxActs maximum number of acts
   */
  ActMemory openMemory(Path folder, int maxActs);

  /**
   * Uses a memory from now on. It stays open when the scorer is closed.
   *
   * @throws IllegalArgumentException if it is a memory of other scorers
   */
  void use(ActMemory memory);
}
