package org.solrlmtc.cli.bench;

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
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.solrlmtc.cli.common.Failures;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.serve.StartCommand;
import org.solrlmtc.cli.serve.StopCommand;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** A Solr for measurements, in a temporary home that is deleted with it. */
final class TemporarySolr implements AutoCloseable {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  private final String collection;
  private final Path home;
  private Optional<SolrHttp> http = Optional.empty();

  /** Creates the home; nothing runs yet. */
  TemporarySolr(String collection) throws IOException {
    this.collection = collection;
    this.home = Files.createTempDirectory("lmtc-" + collection);
  }

  Path home() {
    return home;
  }

  /**
   * Starts Solr.
   *
   * @param bundle the folder of the bundle that labels
   * @param options further options of {@code lmtc start}
   */
  SolrHttp start(Path bundle, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--port=0",
                "--solr-home=" + home,
                "--collection=" + collection,
                "--models=" + bundle.getParent(),
                "-Dlmtc.model=" + bundle.getFileName()));
    arguments.addAll(List.of(options));
    quietly(new StartCommand(), arguments);
    http = Optional.of(new SolrHttp(server().solrUrl(), REQUEST_TIMEOUT));
    return http.get();
  }

  /** The process id of Solr. */
  long pid() {
    return server().pid();
  }

  private RunFile server() {
    return new LocalServers(home).known().get(0);
  }

  /** Copies the logs, which are deleted with the home. */
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
        quietly(new StopCommand(), List.of("--solr-home=" + home));
      }
    } finally {
      delete(home);
    }
  }

  /** Runs another command; its output is shown only when it fails. */
  private static void quietly(Callable<Integer> command, List<String> arguments) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    CommandLine line = new CommandLine(command).setOut(writer).setErr(writer);
    Failures.showAsOneLine(line, () -> false);
    if (line.execute(arguments.toArray(String[]::new)) != ExitCode.OK) {
      throw new UserError(
          "'lmtc " + line.getCommandName() + "' failed: " + output.toString().strip());
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
