package org.solrlmtc.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of a standalone core, {@code cores/NAME} in the Solr home. Its {@code conf} is a copy
 * of the configset, made at the first start; Config API and Schema API change that copy.
 */
final class StandaloneCore {
  private StandaloneCore() {}

  /**
   * Creates what is missing.
   *
   * @return whether the core's configuration differs from the configset
   */
  static boolean prepare(Path coresFolder, String name, Configset configset, boolean update)
      throws IOException {
    Path core = coresFolder.resolve(name);
    Path conf = core.resolve("conf");
    if (update || !Files.exists(conf.resolve("solrconfig.xml"))) {
      configset.copyTo(conf);
    }
    Path properties = core.resolve("core.properties");
    if (!Files.exists(properties)) {
      Files.writeString(properties, "name=" + name + "\n", StandardCharsets.ISO_8859_1);
    }
    return configset.differsFrom(
        path -> {
          Path copy = conf.resolve(path);
          return Files.exists(copy) ? Files.readAllBytes(copy) : null;
        });
  }
}
