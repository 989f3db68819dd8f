package org.solrlmtc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.ExitCode;

/** A Solr for measurements, in a home of its own that is deleted with it. */
final class PrivateSolr implements AutoCloseable {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  private final String collection;
  private final Path home;
  private Optional<SolrHttp> http = Optional.empty();

  /** Makes the home; nothing runs yet. */
  PrivateSolr(String collection) throws IOException {
    this.collection = collection;
    this.home = Files.createTempDirectory("lmtc-" + collection);
  }

  Path home() {
    return home;
  }

  /**
   * Starts it.
   *
   * @param bundle the folder of the bundle that labels
   * @param options further options of {@code lmtc start}
   */
  SolrHttp start(Path bundle, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "start",
                "--port=0",
                "--solr-home=" + home,
                "--collection=" + collection,
                "--models=" + bundle.getParent(),
                "-Dlmtc.model=" + bundle.getFileName()));
    arguments.addAll(List.of(options));
    quietly(arguments.toArray(String[]::new));
    http = Optional.of(new SolrHttp(server().solrUrl(), REQUEST_TIMEOUT));
    return http.get();
  }

  /** Its process. */
  long pid() {
    return server().pid();
  }

  private RunFile server() {
    return new Servers(home).known().get(0);
  }

  /** Saves its logs from being deleted with it. */
  void copyLogs(Path folder) throws IOException {
    try (Stream<Path> logs = Files.list(RunFile.logFolder(home))) {
      for (Path log : logs.filter(Files::isRegularFile).toList()) {
        Files.copy(log, folder.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (http.isPresent()) {
        http.get().close();
        quietly("stop", "--solr-home=" + home);
      }
    } finally {
      delete(home);
    }
  }

  /** Runs another command for its effect; what it says is shown only when it fails. */
  private static void quietly(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter kept = new PrintWriter(said);
    int code = Lmtc.commandLine().setOut(kept).setErr(kept).execute(arguments);
    if (code != ExitCode.OK) {
      throw new UserError("'lmtc " + arguments[0] + "' failed: " + said.toString().strip());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> entries = Files.walk(folder)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(entry);
      }
    }
  }
}
