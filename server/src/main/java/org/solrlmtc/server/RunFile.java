package org.solrlmtc.server;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
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
 * <p>While it runs, the server holds a lock on {@code run/PORT.lock}, which the operating system
 * releases with the process. So a server counts as alive exactly as long as it can write its index:
 * no matter who has its process id later, whether its parent has asked for its exit code, or how
 * the clock was set meanwhile.
 *
 * @param solrHome the server's home
 * @param pid process id of the server
 * @param host address the server listens on
 * @param port port it listens on
 * @param cloud whether it is a SolrCloud node
 * @param zkHost its ZooKeeper; empty for a standalone server
 * @param runsZooKeeper whether ZooKeeper runs inside this server, which must then stop last
 */
public record RunFile(
    Path solrHome,
    long pid,
    String host,
    int port,
    boolean cloud,
    Optional<String> zkHost,
    boolean runsZooKeeper) {

  private static final String SUFFIX = ".properties";
  private static final int POLL_MS = 50;

  /** Other programs hold the lock only while they test it. */
  private static final int LOCK_ATTEMPTS = 200;

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
      found.add(read(solrHome, file));
    }
    return found;
  }

  /** Whether the process that wrote this file still runs. Not for the server itself. */
  public boolean isAlive() {
    try (FileChannel channel = FileChannel.open(lockFile(), StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot test the lock " + lockFile(), e);
    }
  }

  /** Waits until the process has ended, and returns whether it has. */
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean alive = isAlive();
    while (alive && System.nanoTime() < deadline) {
      Thread.sleep(POLL_MS);
      alive = isAlive();
    }
    return !alive;
  }

  /**
   * Locks the server's lock file until this process ends, or the lock's channel is closed: it is
   * closed, too, when nothing refers to it any more.
   *
   * @throws StartException if another server holds the lock
   */
  FileLock lock() throws IOException, StartException, InterruptedException {
    Files.createDirectories(folder(solrHome));
    FileChannel channel =
        FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    for (int attempt = 0; lock == null && attempt < LOCK_ATTEMPTS; attempt++) {
      Thread.sleep(POLL_MS);
      lock = channel.tryLock();
    }
    if (lock == null) {
      channel.close();
      throw new StartException(
          "another server has locked " + lockFile() + ": stop it, or choose another --port");
    }
    return lock;
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
  void write() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("host", host);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("cloud", Boolean.toString(cloud));
    zkHost.ifPresent(zk -> properties.setProperty("zkHost", zk));
    properties.setProperty("runsZooKeeper", Boolean.toString(runsZooKeeper));

    Path file = file();
    Files.createDirectories(file.getParent());
    Path unfinished = file.resolveSibling(port + ".tmp");
    try (Writer writer = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
      properties.store(writer, "a running Solr LMTC server");
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes the file, if it exists. */
  public void delete() throws IOException {
    Files.deleteIfExists(file());
  }

  private Path file() {
    return folder(solrHome).resolve(port + SUFFIX);
  }

  private Path lockFile() {
    return folder(solrHome).resolve(port + ".lock");
  }

  private static RunFile read(Path solrHome, Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
      return new RunFile(
          solrHome,
          Long.parseLong(properties.getProperty("pid")),
          properties.getProperty("host", ServerConfig.DEFAULT_HOST),
          Integer.parseInt(properties.getProperty("port")),
          Boolean.parseBoolean(properties.getProperty("cloud")),
          Optional.ofNullable(properties.getProperty("zkHost")),
          Boolean.parseBoolean(properties.getProperty("runsZooKeeper")));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "run file " + file + " is damaged: stop its server by hand and delete the file", e);
    }
  }
}
