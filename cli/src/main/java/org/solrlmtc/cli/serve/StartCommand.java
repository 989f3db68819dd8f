package org.solrlmtc.cli.serve;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.solr.common.util.NamedList;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.cli.solr.SolrHomeOption;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts a server and reports it as up only after a health check. */
@Command(
    name = "start",
    description = {
      "Start Solr with the plugin, and wait until it is up.",
      "",
      "At the first start the configuration is copied from conf/configset to cores/NAME/conf in the"
          + " Solr home, or with --cloud to ZooKeeper. Changes made through Solr's APIs are kept in"
          + " that copy; --update-conf replaces it by conf/configset.",
      ""
    })
public final class StartCommand implements Callable<Integer> {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** A server that stops closes its port first and its index last. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(60);

  @Spec private CommandSpec spec;
  @Mixin private SolrHomeOption solrHomeOption;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8983",
      description = "Port of Solr; 0: any free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on (default: ${DEFAULT-VALUE}, reachable from this machine only).")
  private String host;

  @Option(
      names = "--collection",
      defaultValue = "eurlex",
      paramLabel = "NAME",
      description = "Name of the core or collection (default: ${DEFAULT-VALUE}).")
  private String collection;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Configset to copy from (default: conf/configset of the project).")
  private Optional<Path> configset;

  @Option(
      names = "--update-conf",
      description =
          "Copy the configuration again; changes made to it through Solr's APIs are lost (default:"
              + " keep the copy).")
  private boolean updateConf;

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Folder of the model bundles (default: onnx-models of the project).")
  private Optional<Path> models;

  @Option(
      names = "--cloud",
      description =
          "Start a SolrCloud node with an embedded ZooKeeper, on Solr's port plus 1000 (default:"
              + " standalone Solr).")
  private boolean cloud;

  @Option(
      names = "--zk",
      paramLabel = "HOST:PORT",
      description =
          "Join the SolrCloud of this external ZooKeeper; implies --cloud (default: the embedded"
              + " one).")
  private Optional<String> zk;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "Number of shards of a collection that this start creates (default: 1).")
  private Optional<Integer> shards;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description =
          "Number of replicas per shard of a collection that this start creates (default: 1).")
  private Optional<Integer> replicas;

  @Option(
      names = "--heap",
      defaultValue = "1g",
      paramLabel = "SIZE",
      description =
          "Maximum Java heap of the server, such as 512m or 2g (default: ${DEFAULT-VALUE}).")
  private String heap;

  @Option(
      names = "--timeout",
      defaultValue = "180",
      paramLabel = "SECONDS",
      description = "Maximum time until the server is up (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = "--ignore-sigint",
      hidden = true,
      description = "The server ignores SIGINT, so that Ctrl-C in this terminal does not stop it.")
  private boolean ignoreSigint;

  @Option(
      names = "-D",
      paramLabel = "NAME=VALUE",
      mapFallbackValue = "true",
      description =
          "System property of the server, for solrconfig.xml and the plugin; repeatable (default:"
              + " none).")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkUsage();
    Layout layout = Layout.find();
    Path solrHome = solrHomeOption.resolve(layout);
    PrintWriter out = spec.commandLine().getOut();
    Map<String, String> settings = settings(layout, solrHome);
    LocalServers servers = new LocalServers(solrHome);
    for (RunFile running : servers.running()) {
      if (isEnding(running)) {
        continue;
      }
      if (running.port() == port
          && running.cloud() == isCloud()
          && hasRequestedSettings(running, settings)) {
        out.println("already up: " + running.solrUrl() + " (pid " + running.pid() + ")");
        return 0;
      }
      // nodes that join a cluster can share a home; otherwise two servers would write the same
      // index
      if (zk.isEmpty() || running.port() == port) {
        throw new UserError(
            solrHome
                + " is already served at "
                + running.solrUrl()
                + ", with other settings or on another port: run 'lmtc stop' first, or use another"
                + " --solr-home");
      }
    }
    servers.known().stream().filter(server -> !server.isAlive()).forEach(servers::forget);

    ServerLauncher launcher = new ServerLauncher(layout.serverJar(), solrHome, port, collection);
    setUp(solrHome, layout.solrHome());
    long begin = System.nanoTime();
    RunFile server = launcher.launch(heap, settings, Duration.ofSeconds(timeout), ignoreSigint);
    double seconds = (System.nanoTime() - begin) / 1e9;
    for (String note : launcher.notes()) {
      out.println("note: " + note);
    }
    if (!InetAddress.getByName(host).isLoopbackAddress() && !requiresAuthentication(server)) {
      out.println("note: other machines can reach this Solr, and it requires no authentication");
    }
    out.printf(
        Locale.ROOT,
        "up: %s/%s (%s, pid %d, %.1f s)%n",
        server.solrUrl(),
        collection,
        server.zkHost().map(address -> "cloud, ZooKeeper " + address).orElse("standalone"),
        server.pid(),
        seconds);
    return 0;
  }

  /** Whether a server that was stopped or killed just now has ended; waits for it. */
  private boolean isEnding(RunFile server) throws InterruptedException {
    InetSocketAddress address =
        new InetSocketAddress(URI.create(server.solrUrl()).getHost(), server.port());
    try (Socket socket = new Socket()) {
      socket.connect(address, (int) CONNECT_TIMEOUT.toMillis());
      return false;
    } catch (IOException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("waiting for the end of process " + server.pid() + ", which no longer answers");
      err.flush();
      return server.awaitEnd(END_TIMEOUT);
    }
  }

  private static boolean requiresAuthentication(RunFile server) {
    try (SolrHttp solr = new SolrHttp(server.solrUrl(), REQUEST_TIMEOUT)) {
      return solr.system()._get(List.of("security", "authenticationPlugin"), null) != null;
    } catch (UserError e) {
      if (SolrHttp.isAccessDenied(e)) {
        return true;
      }
      throw e;
    }
  }

  /** Whether a running server has all requested settings; it cannot change them while running. */
  private boolean hasRequestedSettings(RunFile running, Map<String, String> settings) {
    if (updateConf) {
      return false;
    }
    try (SolrHttp solr = new SolrHttp(running.solrUrl(), REQUEST_TIMEOUT)) {
      NamedList<Object> properties = solr.systemProperties();
      return settings.entrySet().stream()
          // these two describe the start, not the running server
          .filter(setting -> !setting.getKey().matches("lmtc\\.(port|update\\.conf)"))
          .allMatch(setting -> setting.getValue().equals(properties.get(setting.getKey())));
    }
  }

  private boolean isCloud() {
    return cloud || zk.isPresent();
  }

  private void checkUsage() {
    if (port < 0 || port > 65535) {
      throw usageError("--port: " + port + " is not between 0 and 65535");
    }
    if (!heap.matches("[1-9]\\d*[kKmMgG]")) {
      throw usageError("--heap: '" + heap + "' is not a size such as 512m or 2g");
    }
    if (timeout < 1) {
      throw usageError("--timeout: " + timeout + " is not 1 or more");
    }
    if (!isCloud() && (shards.isPresent() || replicas.isPresent())) {
      throw usageError("--shards and --replicas need --cloud");
    }
    if (shards.orElse(1) < 1 || replicas.orElse(1) < 1) {
      throw usageError("--shards and --replicas must be 1 or more");
    }
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw usageError("--host: '" + host + "' is not an address of this machine");
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Map<String, String> settings(Layout layout, Path solrHome) {
    Path modelFolder = models.orElseGet(layout::models).toAbsolutePath().normalize();
    if (!Files.isDirectory(modelFolder)) {
      throw new UserError(
          "the models folder " + modelFolder + " does not exist: name the right one with --models");
    }
    Path configFolder = configset.orElseGet(layout::configset).toAbsolutePath().normalize();
    Map<String, String> settings = new LinkedHashMap<>(properties);
    settings.put("lmtc.solr.home", solrHome.toString());
    settings.put("lmtc.configset", configFolder.toString());
    settings.put("lmtc.models.dir", modelFolder.toString());
    settings.put("lmtc.collection", collection);
    settings.put("lmtc.host", host);
    settings.put("lmtc.port", Integer.toString(port));
    settings.put("lmtc.update.conf", Boolean.toString(updateConf));
    settings.put("lmtc.cloud", Boolean.toString(isCloud()));
    settings.put("lmtc.shards", shards.orElse(1).toString());
    settings.put("lmtc.replicas", replicas.orElse(1).toString());
    zk.ifPresent(address -> settings.put("lmtc.zk", address));
    // Solr loads the plugin from lib/ of this folder, for every Solr home
    settings.put("solr.install.dir", layout.solrHome().toString());
    return settings;
  }

  /** Copies the configuration files of the project's Solr home into a new one. */
  private static void setUp(Path solrHome, Path original) throws IOException {
    Files.createDirectories(solrHome);
    for (String name : List.of("solr.xml", "zoo.cfg")) {
      Path file = solrHome.resolve(name);
      if (!Files.exists(file)) {
        Files.copy(original.resolve(name), file);
      }
    }
  }
}
