package org.solrlmtc.plugin.model;

import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.score.LearningScorer;

/**
 * The memories of a node: acts that models learned while they serve. They are in Solr's home, not
 * in the models folder, which nodes may share. All versions of a bundle that can use the same
 * memory share it; a version that cannot has one of its own, so that swapping back finds the former
 * one.
 */
final class ModelMemories implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private static final String FOLDER = "lmtc-memory";
  private static final NumberProperty MAX_ACTS =
      new NumberProperty("lmtc.memory.maxActs", 20_000, 0, 1_000_000);

  private final Path folder;
  private final int maxActs = MAX_ACTS.read();

  /** By their folders. They stay open until the node closes, as swaps open and close versions. */
  private final Map<Path, ActMemory> open = new HashMap<>();

  private boolean closed;

  ModelMemories(Path solrHome) {
    this.folder = solrHome.resolve(FOLDER);
  }

  /** Lets a scorer use the memory of its bundle. A memory with a problem is empty, and logged. */
  synchronized ActMemory attach(String bundle, LearningScorer scorer) {
    if (closed) {
      throw new BundleException("the node is shutting down: memories are no longer available");
    }
    ActMemory memory =
        open.computeIfAbsent(
            folder.resolve(bundle).resolve(scorer.memoryKey()),
            place -> scorer.openMemory(place, maxActs));
    memory.status().problem().ifPresent(problem -> log.error("model {}: {}", bundle, problem));
    scorer.use(memory);
    return memory;
  }

  @Override
  public synchronized void close() {
    closed = true;
    open.values().forEach(ActMemory::close);
    open.clear();
  }
}
