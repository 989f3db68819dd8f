package org.solrlmtc.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import javax.servlet.DispatcherType;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.servlet.SolrDispatchFilter;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.rewrite.handler.RewriteHandler;
import org.eclipse.jetty.rewrite.handler.RewriteRegexRule;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A running Solr: Jetty with Solr's filter at {@code /solr} and the v2 API at {@code /api}.
 *
 * <p>{@link #start} returns only when every core has loaded, and fails when one has not. Solr reads
 * its SolrCloud settings from system properties, so there can be one server per JVM at a time. A
 * ZooKeeper inside the server keeps its port until the JVM ends.
 */
final class SolrServer implements AutoCloseable {
  private static final int CORE_LOAD_TIMEOUT_SECONDS = 300;
  private static final int STOP_TIMEOUT_MS = 15_000;

  /** Solr's own value; Jetty's 30 s would close connections that clients are about to use. */
  private static final int IDLE_TIMEOUT_MS = 120_000;

  /** Solr's own value: distributed requests wait for one another, so a small pool could block. */
  private static final int MAX_THREADS = 10_000;

  /** The port of Solr's embedded ZooKeeper, relative to Solr's own. */
  private static final int ZK_PORT_OFFSET = 1000;

  private final ServerConfig config;
  private final Server jetty = new Server(new QueuedThreadPool(MAX_THREADS));
  private final ServerConnector connector;
  private final ContainerProvider provider = new ContainerProvider();
  private final Map<String, String> systemProperties = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private Optional<String> zkHost = Optional.empty();

  private SolrServer(ServerConfig config) {
    this.config = config;
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    this.connector =
        new ServerConnector(
            jetty, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
  }

  /**
   * Starts a server and waits until it serves its core or collection.
   *
   * @throws StartException if it cannot start; then nothing is left running
   */
  public static SolrServer start(ServerConfig config) throws StartException {
    SolrServer server = new SolrServer(config);
    try {
      server.startUp();
      return server;
    } catch (StartException e) {
      server.close();
      throw e;
    } catch (Exception e) {
      server.close();
      throw new StartException("Solr cannot start: " + StartException.oneLine(e), e);
    }
  }

  /** The port in use, also when the configured port is 0. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Base URL for clients on this machine. */
  public String solrUrl() {
    return RunFile.solrUrl(config.host(), port());
  }

  /** Hints for the user about a server that is running; usually empty. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The run file of this server. */
  RunFile runFile() {
    return new RunFile(
        config.solrHome(),
        ProcessHandle.current().pid(),
        config.host(),
        port(),
        config.cloud().isPresent(),
        zkHost,
        runsZooKeeper());
  }

  /** Waits until the server stops. */
  void join() throws InterruptedException {
    jetty.join();
  }

  /** Waits for running requests, closes the cores and stops. */
  @Override
  public void close() {
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not stop: " + e.getMessage(), e);
    } finally {
      connector.close();
      systemProperties.keySet().forEach(System::clearProperty);
    }
  }

  private void startUp() throws Exception {
    if (!Files.isRegularFile(config.solrHome().resolve("solr.xml"))) {
      throw new StartException(
          "Solr home "
              + config.solrHome()
              + " has no solr.xml: name the right folder with --solr-home");
    }
    Configset configset = Configset.open(config.configset());
    listen();
    Path cores = coresFolder();
    Files.createDirectories(cores);
    setSystemProperties();
    if (config.cloud().isEmpty()) {
      noteIfStale(
          StandaloneCore.prepare(cores, config.collection(), configset, config.updateConfig()));
    }

    jetty.setHandler(handlers(nodeProperties(cores)));
    jetty.setStopTimeout(STOP_TIMEOUT_MS);
    jetty.start();
    CoreContainer container = provider.container();
    container.waitForLoadingCoresToFinish(CORE_LOAD_TIMEOUT_SECONDS * 1000L);
    refuseFailedCores(container);
    if (config.cloud().isEmpty()) {
      requireLoaded(container);
    } else {
      zkHost = Optional.of(container.getZkController().getZkServerAddress());
      noteIfStale(
          new CloudCollection(container, config).prepare(configset, CORE_LOAD_TIMEOUT_SECONDS));
    }
  }

  private void noteIfStale(boolean stale) {
    if (stale) {
      notes.add(
          "the configuration of '"
              + config.collection()
              + "' differs from "
              + config.configset()
              + ": --update-conf replaces it");
    }
  }

  /** Binds the ports before Solr starts: a busy port fails at once, and port 0 gets its number. */
  private void listen() throws StartException {
    connector.setHost(config.host());
    connector.setPort(config.port());
    // otherwise the port of a server that has just stopped would be busy for a while
    connector.setReuseAddress(true);
    connector.setIdleTimeout(IDLE_TIMEOUT_MS);
    jetty.addConnector(connector);
    try {
      connector.open();
    } catch (IOException e) {
      throw cannotListen("", config.port(), e);
    }
    if (runsZooKeeper()) {
      int zkPort = port() + ZK_PORT_OFFSET;
      try (ServerSocket probe = new ServerSocket()) {
        probe.setReuseAddress(true);
        probe.bind(new InetSocketAddress(config.host(), zkPort));
      } catch (IOException | IllegalArgumentException e) {
        throw cannotListen("ZooKeeper's ", zkPort, e);
      }
    }
  }

  private StartException cannotListen(String whose, int port, Exception e) {
    return new StartException(
        whose
            + "port "
            + port
            + " on "
            + config.host()
            + " cannot be used ("
            + StartException.oneLine(e)
            + "): stop what uses it, or choose another with --port",
        e);
  }

  private boolean runsZooKeeper() {
    return config.cloud().isPresent() && config.cloud().get().zkHost().isEmpty();
  }

  /** A SolrCloud node is identified by its port; its replicas and ZooKeeper are kept per port. */
  private Path coresFolder() {
    return config.cloud().isPresent()
        ? nodeFolder().resolve("cores")
        : config.solrHome().resolve("cores");
  }

  private Path nodeFolder() {
    return config.solrHome().resolve("cloud").resolve(Integer.toString(port()));
  }

  private void setSystemProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put("jetty.port", Integer.toString(port()));
    properties.put("solr.log.dir", RunFile.logFolder(config.solrHome()).toString());
    // Solr loads the plugin jars from lib/ of its home and from lib/ of this folder
    properties.put(SolrDispatchFilter.SOLR_INSTALL_DIR_ATTRIBUTE, config.solrHome().toString());
    if (runsZooKeeper()) {
      properties.put("zkRun", "");
      properties.put("zkServerDataDir", nodeFolder().resolve("zookeeper").toString());
      properties.put("solr.zk.embedded.host", config.host());
    }
    config
        .cloud()
        .flatMap(ServerConfig.CloudOptions::zkHost)
        .ifPresent(zk -> properties.put("zkHost", zk));
    if (config.cloud().isPresent() && config.updateConfig()) {
      // uploaded by Solr before it loads cores, so that a repaired configset repairs them
      properties.put("bootstrap_confdir", config.configset().toString());
      properties.put("collection.configName", config.collection());
    }
    properties.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
            systemProperties.put(name, value);
          }
        });
  }

  private Properties nodeProperties(Path cores) throws IOException {
    Properties properties = new Properties();
    // with an empty host, Solr finds the address by which other machines reach this one
    boolean everyInterface = InetAddress.getByName(config.host()).isAnyLocalAddress();
    properties.setProperty("host", everyInterface ? "" : config.host());
    properties.setProperty("hostPort", Integer.toString(port()));
    properties.setProperty("lmtc.cores.dir", cores.toString());
    return properties;
  }

  private RewriteHandler handlers(Properties nodeProperties) {
    ServletContextHandler solr = new ServletContextHandler();
    solr.setContextPath("/solr");
    solr.setAttribute(SolrDispatchFilter.SOLRHOME_ATTRIBUTE, config.solrHome().toString());
    solr.setAttribute(SolrDispatchFilter.PROPERTIES_ATTRIBUTE, nodeProperties);
    solr.addEventListener(provider);
    solr.addFilter(SolrDispatchFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));

    StatisticsHandler graceful = new StatisticsHandler();
    graceful.setHandler(solr);
    RewriteHandler rewrite = new RewriteHandler();
    rewrite.addRule(new RewriteRegexRule("/api/(.*)", "/solr/____v2/$1"));
    rewrite.setHandler(graceful);
    return rewrite;
  }

  private void requireLoaded(CoreContainer container) throws StartException {
    if (!container.getLoadedCoreNames().contains(config.collection())) {
      throw new StartException(
          "core '"
              + config.collection()
              + "' was not loaded after "
              + CORE_LOAD_TIMEOUT_SECONDS
              + " s: see the log");
    }
  }

  private void refuseFailedCores(CoreContainer container) throws StartException {
    Map<String, CoreContainer.CoreLoadFailure> failures =
        new TreeMap<>(container.getCoreInitFailures());
    if (!failures.isEmpty()) {
      String core = failures.keySet().iterator().next();
      Exception failure = failures.get(core).exception;
      String others =
          failures.size() == 1 ? "" : " (and " + (failures.size() - 1) + " more: see the log)";
      String hint = notes.isEmpty() ? "" : "; " + notes.get(0);
      throw new StartException(
          "core '"
              + core
              + "' cannot be loaded: "
              + StartException.oneLine(failure)
              + others
              + hint,
          failure);
    }
  }
}
