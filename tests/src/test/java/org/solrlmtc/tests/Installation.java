package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A Solr of Solr's own jars, into whose home the zip was copied as the guide says; under a security
 * manager where Java still has one.
 */
final class Installation implements AutoCloseable {
  static final boolean GUARDED = Runtime.version().feature() < 24;

  private static final String SOLR_XML =
      """
      <solr>
        <str name="allowPaths">${solr.allowPaths:}</str>
        <solrcloud>
          <str name="host">${host:127.0.0.1}</str>
          <int name="hostPort">${hostPort:8983}</int>
          <str name="hostContext">solr</str>
          <int name="zkClientTimeout">${zkClientTimeout:30000}</int>
        </solrcloud>
      </solr>
      """;

  private final Path folder;
  private final Path home;
  private final Path configset;
  private final Product product;
  private Process server;

  /** Copies; nothing runs yet. */
  Installation(Path folder) throws IOException {
    this.folder = folder;
    Path unzipped = unzip(folder.resolve("zip"));
    home = Files.createDirectory(folder.resolve("home"));
    // what Solr's own home has
    Files.writeString(home.resolve("solr.xml"), SOLR_XML);
    Files.writeString(home.resolve("zoo.cfg"), "tickTime=2000\nadmin.enableServer=false\n");
    Files.move(unzipped.resolve("lib"), home.resolve("lib"));
    Files.move(unzipped.resolve("models"), home.resolve("models"));
    copy(Product.ROOT.resolve("onnx-models/eurovoc-network"), home.resolve("models"));
    configset = home.resolve("configset");
    Files.move(unzipped.resolve("configset/conf"), configset);
    product = new Product(home);
  }

  private static void copy(Path bundle, Path models) throws IOException {
    Path target = Files.createDirectory(models.resolve(bundle.getFileName()));
    try (Stream<Path> files = Files.list(bundle)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
  }

  /** The one built last. */
  static Path zip() throws IOException {
    try (Stream<Path> files = Files.list(Product.ROOT.resolve(Path.of("dist", "target")))) {
      return files
          .filter(file -> file.getFileName().toString().matches("solr-lmtc-.*\\.zip"))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElseThrow();
    }
  }

  /** Unpacks the zip into a folder, and returns the one folder in it. */
  static Path unzip(Path target) throws IOException {
    try (InputStream file = Files.newInputStream(zip());
        ZipInputStream entries = new ZipInputStream(file)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path path = target.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(entries, path);
        }
      }
    }
    try (Stream<Path> top = Files.list(target)) {
      return top.findAny().orElseThrow();
    }
  }

  /** The installation guide. */
  static String guide() throws IOException {
    return Files.readString(Product.ROOT.resolve(Path.of("docs", "install.md")));
  }

  /** The lines that the guide wants in the security policy. */
  static List<String> guidesPermissions() throws IOException {
    return guide().lines().filter(line -> line.startsWith("permission ")).toList();
  }

  /**
   * Starts Solr.
   *
   * @param permissions lines of the security policy, beside those that a guarded Solr has
   * @param options system properties
   */
  Product start(List<String> permissions, String... options)
      throws IOException, InterruptedException {
    Path jars = Product.ROOT.resolve(Path.of("server", "target", "lib"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dlmtc.solr.home=" + home);
    command.add("-Dlmtc.configset=" + configset);
    command.add("-Dlmtc.port=0");
    command.add("-Dsolr.install.dir=" + jars);
    command.addAll(List.of(options));
    if (GUARDED) {
      command.add("-Dsolr.solr.home=" + home);
      command.add("-Djava.security.manager");
      // two equals signs: this policy alone, and not that of the JDK besides
      command.add("-Djava.security.policy==" + policy(permissions));
    }
    command.add("-jar");
    command.add(jars.resolve("lmtc-server.jar").toString());
    server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    try {
      product.await(server);
    } catch (AssertionError e) {
      throw new AssertionError(Files.readString(folder.resolve("server.log")), e);
    }
    return product;
  }

  private Path policy(List<String> permissions) throws IOException {
    Path policy = folder.resolve("security.policy");
    try (InputStream stock = Installation.class.getResourceAsStream("/guarded-solr.policy")) {
      Files.writeString(
          policy,
          new String(stock.readAllBytes(), StandardCharsets.UTF_8)
              + "grant {"
              + String.join("\n", permissions)
              + "};\n");
    }
    return policy;
  }

  Path home() {
    return home;
  }

  /** What Solr has logged. */
  String log() throws IOException {
    StringBuilder log = new StringBuilder();
    try (Stream<Path> files = Files.list(home.resolve(Path.of("run", "logs")))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        log.append(Files.readString(file));
      }
    }
    return log.toString();
  }

  @Override
  public void close() throws IOException {
    if (server == null) {
      return;
    }
    try {
      product.close();
      assertTrue(server.waitFor(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      server.destroyForcibly();
    }
  }
}
