package org.solrlmtc.cli.serve;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.solrlmtc.cli.common.Layout;
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
  public Integer call() throws InterruptedException, ExecutionException {
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

  private String stop(RunFile server) throws InterruptedException, ExecutionException {
    Optional<ProcessHandle> running = server.process();
    if (running.isEmpty()) {
      return "had died";
    }
    ProcessHandle process = running.get();
    process.destroy();
    try {
      process.onExit().get(timeout, TimeUnit.SECONDS);
      return "stopped";
    } catch (TimeoutException e) {
      process.destroyForcibly();
      process.onExit().get();
      return "killed, as it had not ended within " + timeout + " s";
    }
  }
}
