package org.solrlmtc.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.cli.solr.SolrHomeOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows which servers of a Solr home are up, with their cores or collections. */
@Command(
    name = "status",
    description =
        "Show the servers of a Solr home. Exit code 0: all are up; 1: at least one is down, or none"
            + " runs.")
public final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SolrHomeOption solrHomeOption;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  /** The output of {@code --json}. */
  private record Report(boolean up, String solrHome, List<ServerStatus> servers) {}

  @Override
  public Integer call() throws JsonProcessingException {
    Path solrHome = solrHomeOption.resolve(Layout.find());
    List<ServerStatus> servers =
        new LocalServers(solrHome).known().stream().map(ServerStatus::of).toList();
    boolean up = !servers.isEmpty() && servers.stream().allMatch(ServerStatus::isUp);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          new ObjectMapper()
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(new Report(up, solrHome.toString(), servers)));
    } else if (servers.isEmpty()) {
      out.println("down: no server runs on " + solrHome);
    } else {
      servers.forEach(server -> print(server, out));
    }
    return up ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void print(ServerStatus server, PrintWriter out) {
    if (!server.problem().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "%s: %s (pid %d): %s%n",
          server.isUp() ? "up" : "down",
          server.url(),
          server.pid(),
          server.problem());
      return;
    }
    Duration uptime = Duration.ofSeconds(server.uptimeSeconds());
    out.printf(
        Locale.ROOT,
        "up: %s (%s, pid %d, port %d, uptime %d:%02d:%02d, heap %,d of %,d MB)%n",
        server.url(),
        server.cloud() ? "cloud, ZooKeeper " + server.zooKeeper() : "standalone",
        server.pid(),
        server.port(),
        uptime.toHours(),
        uptime.toMinutesPart(),
        uptime.toSecondsPart(),
        server.heapUsedMb(),
        server.heapMaxMb());
    for (ServerStatus.Collection collection : server.collections()) {
      out.printf(Locale.ROOT, "  %s: %,d documents%n", collection.name(), collection.documents());
    }
  }
}
