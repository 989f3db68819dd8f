package org.solrlmtc.cli.solr;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which collection of which Solr a command talks to. */
public final class SolrTarget {
  @Mixin private SolrHomeOption solrHomeOption;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Solr's address, such as http://127.0.0.1:8983/solr (default: the server that 'lmtc"
              + " start' started).")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--collection",
      defaultValue = "eurlex",
      paramLabel = "NAME",
      description = "Core or collection (default: ${DEFAULT-VALUE}).")
  private String collection;

  public String collection() {
    return collection;
  }

  /** The given address, else that of the running server. */
  public String url() {
    return url.orElseGet(this::runningServer);
  }

  public Path solrHome() {
    return solrHomeOption.resolve(Layout.find());
  }

  private String runningServer() {
    List<RunFile> running = new LocalServers(solrHome()).running();
    if (running.isEmpty()) {
      throw new UserError("no server is running: 'lmtc start' one, or give its --url");
    }
    return running.get(0).solrUrl();
  }
}
