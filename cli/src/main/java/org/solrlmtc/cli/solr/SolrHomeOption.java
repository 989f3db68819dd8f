package org.solrlmtc.cli.solr;

import java.nio.file.Path;
import java.util.Optional;
import org.solrlmtc.cli.common.Layout;
import picocli.CommandLine.Option;

/** The {@code --solr-home} option, for every command that looks up servers. */
public final class SolrHomeOption {
  @Option(
      names = "--solr-home",
      paramLabel = "DIR",
      description = "Solr home: indexes, logs, run files (default: solr-home of the project).")
  private Optional<Path> solrHome = Optional.empty();

  public Path resolve(Layout layout) {
    return solrHome.orElseGet(layout::solrHome).toAbsolutePath().normalize();
  }
}
