package org.solrlmtc.cli.serve;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.cli.solr.SolrHomeOption;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stops servers: by SIGTERM, and by SIGKILL after a timeout. */
@Command(
    name = "stop",
    description = "Stop the servers of a Solr home. It is no error if none runs.")
public final class StopCommand implements Callable<Integer> {
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;
  @Mixin private SolrHomeOption solrHomeOption;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Stop only the server on this port (default: all servers of the Solr home).")
  private Optional<Integer> port;

  @Option(
      names = "--timeout",
      defaultValue = "60",
      paramLabel = "SECONDS",
      description =
          "Kill a server that has not ended within this time (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Override
  public Integer call() throws InterruptedException {
    LocalServers servers = new LocalServers(solrHomeOption.resolve(Layout.find()));
    PrintWriter out = spec.commandLine().getOut();
    List<RunFile> toStop = servers.inStopOrder(port);
    if (toStop.isEmpty()) {
      out.println("nothing to stop: no server runs on " + servers.solrHome());
    }
    for (RunFile server : toStop) {
      out.println(stop(server) + ": " + server.solrUrl() + " (pid " + server.pid() + ")");
      servers.forget(server);
    }
    return 0;
  }

  /**
   * Does not wait for {@code ProcessHandle.onExit}: a dead child of a careless parent never does.
   */
  private String stop(RunFile server) throws InterruptedException {
    if (!server.isAlive()) {
      return "had died";
    }
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroy);
    if (server.awaitEnd(Duration.ofSeconds(timeout))) {
      return "stopped";
    }
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
    if (!server.awaitEnd(KILL_TIMEOUT)) {
      throw new UserError(
          "process "
              + server.pid()
              + " cannot be killed, and its lock in "
              + RunFile.folder(server.solrHome())
              + " is still held: see 'ps' for its state");
    }
    return "killed, as it had not ended within " + timeout + " s";
  }
}
