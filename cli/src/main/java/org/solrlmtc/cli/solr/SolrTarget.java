package org.solrlmtc.cli.solr;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select a Solr and a collection. */
public final class SolrTarget {
  @Mixin private SolrHomeOption solrHomeOption;

  @Option(
      names = {"--url", "--solr"},
      paramLabel = "URL",
      description =
          "URL of Solr, such as http://127.0.0.1:8983/solr (default: the running server of the"
              + " Solr home).")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--collection",
      defaultValue = "eurlex",
      paramLabel = "NAME",
      description = "Name of the core or collection (default: ${DEFAULT-VALUE}).")
  private String collection;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "User of a Solr with basic authentication; its password is asked for (default:"
              + " USER:PASSWORD in the environment variable "
              + Credentials.VARIABLE
              + ").")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--truststore",
      paramLabel = "FILE",
      description =
          "PKCS12 or JKS file with the certificates to trust, its password in the environment"
              + " variable "
              + TrustStore.PASSWORD_VARIABLE
              + " (default: the file that "
              + TrustStore.VARIABLE
              + " names, else Java's own).")
  private Optional<Path> trustStore = Optional.empty();

  /**
   * A client of the Solr.
   *
   * @param timeout as of {@link SolrHttp}
   */
  public SolrHttp connect(Duration timeout) {
    return new SolrHttp(url(), timeout, SolrAccess.of(user, trustStore));
  }

  public String collection() {
    return collection;
  }

  /** The given URL, else that of the running server. */
  public String url() {
    return url.orElseGet(this::runningServer);
  }

  public Path solrHome() {
    return solrHomeOption.resolve(Layout.find());
  }

  private String runningServer() {
    List<RunFile> running = new LocalServers(solrHome()).running();
    if (running.isEmpty()) {
      throw new UserError("no server is running: start one with 'lmtc start', or give its --url");
    }
    return running.get(0).solrUrl();
  }
}
