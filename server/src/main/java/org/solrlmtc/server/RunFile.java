package org.solrlmtc.server;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The file of a running server in its Solr home, {@code run/PORT.properties}. It exists from the
 * moment when the server answers until it stops. The command line finds servers by it; this class
 * is all that the two programs share.
 *
 * @param pid process id of the server
 * @param processStart when that process started; distinguishes it from a later one with the same id
 * @param host address the server listens on
 * @param port port it listens on
 * @param cloud whether it is a SolrCloud node
 * @param zkHost its ZooKeeper; empty for a standalone server
 * @param runsZooKeeper whether ZooKeeper runs inside this server, which must then stop last
 */
public record RunFile(
    long pid,
    Instant processStart,
    String host,
    int port,
    boolean cloud,
    Optional<String> zkHost,
    boolean runsZooKeeper) {

  /** Process start times are derived from the boot time, which is not exact. */
  private static final Duration START_TIME_TOLERANCE = Duration.ofSeconds(5);

  private static final String SUFFIX = ".properties";

  /** The run file of this process. */
  static RunFile ofThisProcess(
      String host, int port, boolean cloud, Optional<String> zkHost, boolean runsZooKeeper) {
    ProcessHandle self = ProcessHandle.current();
    Instant start = self.info().startInstant().orElseGet(Instant::now);
    return new RunFile(self.pid(), start, host, port, cloud, zkHost, runsZooKeeper);
  }

  /** The folder of the run files, the console output and the logs. */
  public static Path folder(Path solrHome) {
    return solrHome.resolve("run");
  }

  /** The folder of the logs. */
  public static Path logFolder(Path solrHome) {
    return folder(solrHome).resolve("logs");
  }

  /** All run files of a home, live or stale, by port. */
  public static List<RunFile> all(Path solrHome) throws IOException {
    Path folder = folder(solrHome);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
    List<RunFile> found = new ArrayList<>();
    for (Path file : files) {
      found.add(read(file));
    }
    return found;
  }

  /** Whether the process that wrote this file still runs. */
  public boolean isAlive() {
    return process().isPresent();
  }

  /** The process that wrote this file, if it still runs. */
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> process.info().startInstant().map(this::isStart).orElse(true));
  }

  private boolean isStart(Instant instant) {
    return Duration.between(processStart, instant).abs().compareTo(START_TIME_TOLERANCE) <= 0;
  }

  /** Where to reach Solr from this machine. */
  public String solrUrl() {
    return solrUrl(host, port);
  }

  /** Where to reach a Solr from its own machine. */
  static String solrUrl(String host, int port) {
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "::1";
          default -> host;
        };
    return "http://"
        + (reachable.contains(":") ? "[" + reachable + "]" : reachable)
        + ":"
        + port
        + "/solr";
  }

  /** Writes the file atomically. */
  void write(Path solrHome) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("processStart", processStart.toString());
    properties.setProperty("host", host);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("cloud", Boolean.toString(cloud));
    zkHost.ifPresent(zk -> properties.setProperty("zkHost", zk));
    properties.setProperty("runsZooKeeper", Boolean.toString(runsZooKeeper));

    Path file = file(solrHome);
    Files.createDirectories(file.getParent());
    Path unfinished = file.resolveSibling(port + ".tmp");
    try (Writer writer = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
      properties.store(writer, "a running Solr LMTC server");
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes the file, if it exists. */
  public void delete(Path solrHome) throws IOException {
    Files.deleteIfExists(file(solrHome));
  }

  private Path file(Path solrHome) {
    return folder(solrHome).resolve(port + SUFFIX);
  }

  private static RunFile read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
      return new RunFile(
          Long.parseLong(properties.getProperty("pid")),
          Instant.parse(properties.getProperty("processStart", "")),
          properties.getProperty("host", ServerConfig.DEFAULT_HOST),
          Integer.parseInt(properties.getProperty("port")),
          Boolean.parseBoolean(properties.getProperty("cloud")),
          Optional.ofNullable(properties.getProperty("zkHost")),
          Boolean.parseBoolean(properties.getProperty("runsZooKeeper")));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new IOException(
          "run file " + file + " is damaged: stop its server by hand and delete the file", e);
    }
  }
}
