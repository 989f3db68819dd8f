package org.solrlmtc.cli.solr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.server.RunFile;

/**
 * The servers of a Solr home, found by their run files.
 *
 * @param solrHome the home
 */
public record LocalServers(Path solrHome) {

  /** All run files, including those of servers that have died. */
  public List<RunFile> known() {
    try {
      return RunFile.all(solrHome);
    } catch (IOException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  /** The servers whose process runs. */
  public List<RunFile> running() {
    return known().stream().filter(RunFile::isAlive).toList();
  }

  /**
   * Servers in the order to stop them: one with an embedded ZooKeeper after the nodes that use it.
   */
  public List<RunFile> inStopOrder(Optional<Integer> port) {
    return known().stream()
        .filter(server -> port.isEmpty() || port.get() == server.port())
        .sorted(Comparator.comparing(RunFile::runsZooKeeper).thenComparing(RunFile::port))
        .toList();
  }

  /** Deletes the run file of a server that no longer runs. */
  public void forget(RunFile server) {
    try {
      server.delete();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
