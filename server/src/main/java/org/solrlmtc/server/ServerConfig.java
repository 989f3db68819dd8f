package org.solrlmtc.server;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings of a server.
 *
 * @param solrHome folder with {@code solr.xml}; indexes, logs and run files are kept below it
 * @param configset folder with {@code solrconfig.xml} and the schema; only read
 * @param collection name of the core (standalone) or collection (cloud) to serve
 * @param host address to listen on, and of the node in SolrCloud
 * @param port port to listen on; 0: any free port
 * @param updateConfig replace the core's or collection's copy of the configset
 * @param cloud SolrCloud settings; empty for a standalone server
 */
record ServerConfig(
    Path solrHome,
    Path configset,
    String collection,
    String host,
    int port,
    boolean updateConfig,
    Optional<CloudOptions> cloud) {

  /** Loopback, because Solr has no authentication here: other machines need an explicit host. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** The name of the core or collection. */
  public static final String DEFAULT_COLLECTION = "eurlex";

  /**
   * @param zkHost ZooKeeper of the cluster to join; empty to run one inside this server
   * @param shards number of shards of a new collection
   * @param replicas replicas per shard
   */
  public record CloudOptions(Optional<String> zkHost, int shards, int replicas) {
    public CloudOptions {
      Objects.requireNonNull(zkHost);
      requireAtLeastOne("shards", shards);
      requireAtLeastOne("replicas", replicas);
    }
  }

  public ServerConfig {
    solrHome = solrHome.toAbsolutePath().normalize();
    configset = configset.toAbsolutePath().normalize();
    Objects.requireNonNull(cloud);
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
    }
    // the name becomes a folder and a part of URLs; Solr's own rule, checked before anything is
    // created
    if (!collection.matches("(?!-)[\\w.-]+")) {
      throw new IllegalArgumentException(
          "collection name '" + collection + "': use letters, digits, '_', '-' and '.'");
    }
  }

  /** A standalone server with the default names, for callers inside the JVM. */
  public static ServerConfig standalone(Path solrHome, Path configset, int port) {
    return new ServerConfig(
        solrHome, configset, DEFAULT_COLLECTION, DEFAULT_HOST, port, false, Optional.empty());
  }

  /** The same server as a node of a SolrCloud. */
  public ServerConfig inCloud(CloudOptions options) {
    return new ServerConfig(
        solrHome, configset, collection, host, port, updateConfig, Optional.of(options));
  }

  /**
   * Reads the settings from system properties: {@code lmtc.solr.home}, {@code lmtc.configset},
   * {@code lmtc.port} (all required), {@code lmtc.host}, {@code lmtc.collection}, {@code
   * lmtc.update.conf}, and for SolrCloud {@code lmtc.cloud=true}, {@code lmtc.zk}, {@code
   * lmtc.shards}, {@code lmtc.replicas}.
   *
   * @throws IllegalArgumentException naming the property that is missing or wrong
   */
  static ServerConfig from(Properties properties) {
    Optional<CloudOptions> cloud =
        flag(properties, "lmtc.cloud")
            ? Optional.of(
                new CloudOptions(
                    Optional.ofNullable(properties.getProperty("lmtc.zk")),
                    number(properties, "lmtc.shards", "1"),
                    number(properties, "lmtc.replicas", "1")))
            : Optional.empty();
    return new ServerConfig(
        Path.of(required(properties, "lmtc.solr.home")),
        Path.of(required(properties, "lmtc.configset")),
        properties.getProperty("lmtc.collection", DEFAULT_COLLECTION),
        properties.getProperty("lmtc.host", DEFAULT_HOST),
        number(properties, "lmtc.port", required(properties, "lmtc.port")),
        flag(properties, "lmtc.update.conf"),
        cloud);
  }

  private static boolean flag(Properties properties, String name) {
    return Boolean.parseBoolean(properties.getProperty(name, "false"));
  }

  private static String required(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("system property " + name + " is missing: add -D" + name);
    }
    return value;
  }

  private static int number(Properties properties, String name, String defaultValue) {
    String value = properties.getProperty(name, defaultValue);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "system property " + name + ": '" + value + "' is not a whole number", e);
    }
  }

  private static void requireAtLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, not " + value);
    }
  }
}
