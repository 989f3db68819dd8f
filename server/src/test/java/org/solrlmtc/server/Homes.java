package org.solrlmtc.server;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Solr homes and configsets for tests. */
final class Homes {
  private Homes() {}

  /** A new Solr home with the project's own settings. */
  static Path create(Path folder) throws IOException {
    Path original = Path.of("..", "solr-home");
    Files.createDirectories(folder);
    for (String file : new String[] {"solr.xml", "zoo.cfg"}) {
      Files.copy(original.resolve(file), folder.resolve(file));
    }
    return folder;
  }

  /** The minimal configset of the tests. */
  static Path configset() {
    try {
      return Path.of(Homes.class.getResource("/configset").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A configset whose update chain names a class that does not exist. */
  static Path brokenConfigset(Path folder) throws IOException {
    new Configset(configset()).copyTo(folder);
    Path solrconfig = folder.resolve("solrconfig.xml");
    String broken =
        Files.readString(solrconfig, StandardCharsets.UTF_8)
            .replace(
                "</config>",
                "<requestHandler name=\"/label\" class=\"org.example.Missing\"/></config>");
    Files.writeString(solrconfig, broken, StandardCharsets.UTF_8);
    return folder;
  }
}
