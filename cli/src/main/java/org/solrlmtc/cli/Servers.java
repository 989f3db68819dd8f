package org.solrlmtc.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.server.RunFile;

/**
 * The servers of a Solr home, found by their run files.
 *
 * @param solrHome the home
 */
record Servers(Path solrHome) {

  /** All run files, also those of servers that died. */
  List<RunFile> known() {
    try {
      return RunFile.all(solrHome);
    } catch (IOException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  /** The servers whose process runs. */
  List<RunFile> running() {
    return known().stream().filter(RunFile::isAlive).toList();
  }

  /** Those to stop, a server with a ZooKeeper inside after the nodes that need it. */
  List<RunFile> inStopOrder(Optional<Integer> port) {
    return known().stream()
        .filter(server -> port.isEmpty() || port.get() == server.port())
        .sorted(Comparator.comparing(RunFile::runsZooKeeper).thenComparing(RunFile::port))
        .toList();
  }

  /** Removes the run file of a server that no longer runs. */
  void forget(RunFile server) {
    try {
      server.delete(solrHome);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
