package org.solrlmtc.cli.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.server.RunFile;

/** Starts the server process and waits until it passes a health check. */
final class ServerLauncher {
  private static final int POLL_MS = 100;
  private static final Duration HEALTH_CHECK_TIMEOUT = Duration.ofSeconds(60);
  private static final int FIRST_JDK_THAT_RESTRICTS_NATIVE_ACCESS = 22;

  /** The prefix of the server program's messages on its console. */
  private static final String MESSAGE = "lmtc: ";

  private final Path jar;
  private final Path solrHome;
  private final String collection;
  private final Path log;
  private final Path console;

  ServerLauncher(Path jar, Path solrHome, int port, String collection) {
    this.jar = jar;
    this.solrHome = solrHome;
    this.collection = collection;
    Path logs = RunFile.logFolder(solrHome);
    this.log = logs.resolve("solr-" + port + ".log");
    this.console = logs.resolve("console-" + port + ".log");
  }

  /**
   * Starts a server.
   *
   * @param heap maximum heap of the server, as in {@code -Xmx}
   * @param properties system properties for the server
   * @param ignoreSigint whether the server ignores SIGINT, which Ctrl-C sends to both processes
   * @throws UserError with the server's own message if it fails; no process remains then
   */
  RunFile launch(
      String heap, Map<String, String> properties, Duration timeout, boolean ignoreSigint)
      throws IOException, InterruptedException {
    createConsole();
    ProcessBuilder builder =
        new ProcessBuilder(command(heap, properties, ignoreSigint))
            .directory(RunFile.folder(solrHome).toFile())
            .redirectErrorStream(true)
            .redirectOutput(console.toFile());
    // otherwise idle OpenMP threads spin and slow the models down; OpenMP reads this only when the
    // process starts
    builder.environment().putIfAbsent("OMP_WAIT_POLICY", "passive");
    // glibc keeps freed memory in its arenas: with few arenas, little memory of a swapped network
    // is
    // retained; with 2 a large network is slower by a tenth
    builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "4");
    Process process = builder.start();
    try {
      RunFile server = await(process, timeout);
      checkHealth(server);
      return server;
    } catch (RuntimeException | IOException | InterruptedException e) {
      process.destroyForcibly().waitFor();
      throw e;
    }
  }

  /** As private as the log. */
  private void createConsole() throws IOException {
    Files.createDirectories(console.getParent());
    if (!Files.exists(console)) {
      Files.createFile(console);
    }
    PosixFileAttributeView permissions =
        Files.getFileAttributeView(console, PosixFileAttributeView.class);
    if (permissions != null) {
      permissions.setPermissions(PosixFilePermissions.fromString("rw-r-----"));
    }
  }

  /** Messages on the console of a server that is up. */
  List<String> notes() throws IOException {
    return messages();
  }

  private List<String> command(String heap, Map<String, String> properties, boolean ignoreSigint) {
    List<String> command = new ArrayList<>();
    if (ignoreSigint) {
      // a terminal sends Ctrl-C to both processes; Java respects an inherited "ignore"
      command.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "lmtc"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.add("-XX:+ExitOnOutOfMemoryError");
    if (Runtime.version().feature() >= FIRST_JDK_THAT_RESTRICTS_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-jar");
    command.add(jar.toString());
    return command;
  }

  private RunFile await(Process process, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    do {
      if (process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
        throw new UserError(failureMessage(process.exitValue()) + " (log: " + log + ")");
      }
      Optional<RunFile> up =
          RunFile.all(solrHome).stream().filter(run -> run.pid() == process.pid()).findAny();
      if (up.isPresent()) {
        return up.get();
      }
    } while (System.nanoTime() < deadline);
    throw new UserError(
        "the server was not up after "
            + timeout.toSeconds()
            + " s and was killed: see "
            + log
            + ", or allow more with --timeout");
  }

  /** The server has reported that it is up; checks this with requests of a client. */
  private void checkHealth(RunFile server) {
    try (SolrHttp solr = new SolrHttp(server.solrUrl(), HEALTH_CHECK_TIMEOUT)) {
      solr.system();
      if (!solr.collections(server.cloud()).contains(collection)) {
        throw new UserError(
            "Solr at " + server.solrUrl() + " started without '" + collection + "': see " + log);
      }
    } catch (UserError e) {
      // an answer, too: the server wrote its run file after it had loaded the collection
      if (!SolrHttp.isAccessDenied(e)) {
        throw e;
      }
    }
  }

  private String failureMessage(int exitCode) throws IOException {
    List<String> messages = messages();
    return messages.isEmpty()
        ? "the server exited with code " + exitCode + ", see " + console
        : messages.get(messages.size() - 1);
  }

  private List<String> messages() throws IOException {
    try (Stream<String> lines = Files.lines(console, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith(MESSAGE))
          .map(line -> line.substring(MESSAGE.length()))
          .toList();
    }
  }
}
