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

  /** All run files, also those of servers that died. */
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

  /** Those to stop, a server with a ZooKeeper inside after the nodes that need it. */
  public List<RunFile> inStopOrder(Optional<Integer> port) {
    return known().stream()
        .filter(server -> port.isEmpty() || port.get() == server.port())
        .sorted(Comparator.comparing(RunFile::runsZooKeeper).thenComparing(RunFile::port))
        .toList();
  }

  /** Removes the run file of a server that no longer runs. */
  public void forget(RunFile server) {
    try {
      server.delete(solrHome);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
