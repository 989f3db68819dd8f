package org.solrlmtc.plugin.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.solr.common.cloud.ClusterProperties;
import org.apache.solr.core.CoreContainer;
import org.solrlmtc.core.bundle.BundleException;

/**
 * Aliases: names that stand for a bundle and can be moved to another one. In SolrCloud they are
 * cluster properties, the same for all nodes; otherwise they are in a file of Solr's home.
 */
final class ModelAliases {
  /** Cluster properties of extensions begin with {@code ext.}. */
  private static final String PROPERTY = "ext.lmtc.alias.";

  private static final String FILE = "lmtc-aliases.properties";

  private final CoreContainer node;
  private final Path file;

  ModelAliases(CoreContainer node) {
    this.node = node;
    this.file = Path.of(node.getSolrHome(), FILE);
  }

  /** The bundle that a name stands for: itself, unless it is an alias. */
  String bundle(String name) {
    return all().getOrDefault(name, name);
  }

  /** The bundles by alias, sorted. */
  synchronized Map<String, String> all() {
    Map<String, String> aliases = new TreeMap<>();
    try {
      if (node.isZooKeeperAware()) {
        properties()
            .getClusterProperties()
            .forEach(
                (name, bundle) -> {
                  if (name.startsWith(PROPERTY)) {
                    aliases.put(name.substring(PROPERTY.length()), bundle.toString());
                  }
                });
      } else {
        read().forEach((alias, bundle) -> aliases.put(alias.toString(), bundle.toString()));
      }
    } catch (IOException e) {
      throw new BundleException("cannot read the aliases of models: " + e.getMessage(), e);
    }
    return aliases;
  }

  /** Makes an alias stand for a bundle. */
  void set(String alias, String bundle) {
    change(alias, bundle);
  }

  void remove(String alias) {
    change(alias, null);
  }

  private synchronized void change(String alias, String bundle) {
    try {
      if (node.isZooKeeperAware()) {
        properties().setClusterProperty(PROPERTY + alias, bundle);
        return;
      }
      Properties aliases = read();
      if (bundle == null) {
        aliases.remove(alias);
      } else {
        aliases.setProperty(alias, bundle);
      }
      Path written = file.resolveSibling(FILE + ".tmp");
      try (OutputStream out = Files.newOutputStream(written)) {
        aliases.store(out, "aliases of models");
      }
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new BundleException("cannot store the alias '" + alias + "': " + e.getMessage(), e);
    }
  }

  private ClusterProperties properties() {
    return new ClusterProperties(node.getZkController().getZkClient());
  }

  private Properties read() throws IOException {
    Properties aliases = new Properties();
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        aliases.load(in);
      }
    }
    return aliases;
  }
}
