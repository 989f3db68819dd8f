package org.solrlmtc.cli.serve;

import java.time.Duration;
import java.util.List;
import org.apache.solr.common.NavigableObject;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.server.RunFile;

/**
 * The state of one server, as {@code lmtc status --json} prints it.
 *
 * @param state whether the server is up
 * @param zooKeeper address of the cloud's ZooKeeper, empty for a standalone server
 * @param problem why the server is not up, or why the rest is unknown; else empty
 * @param collections the cores (standalone) or collections (cloud) of a server that is up
 */
record ServerStatus(
    State state,
    String url,
    int port,
    long pid,
    boolean cloud,
    String zooKeeper,
    long uptimeSeconds,
    long heapUsedMb,
    long heapMaxMb,
    String problem,
    List<Collection> collections) {

  private static final long MB = 1024 * 1024;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  enum State {
    UP,
    /** Solr answers, but only to users who may see more. */
    ACCESS_DENIED,
    /** The process runs, but its Solr does not answer. */
    UNRESPONSIVE,
    /** The process ended without removing its run file. */
    DEAD
  }

  /** A core or collection and its number of documents. */
  record Collection(String name, long documents) {}

  /** Queries a server. */
  static ServerStatus of(RunFile server) {
    if (!server.isAlive()) {
      return incomplete(server, State.DEAD, "the process has died: 'lmtc start' starts it again");
    }
    try (SolrHttp solr = new SolrHttp(server.solrUrl(), TIMEOUT)) {
      NavigableObject system = solr.system();
      List<Collection> collections =
          solr.collections(server.cloud()).stream()
              .sorted()
              .map(name -> new Collection(name, solr.documents(name)))
              .toList();
      return new ServerStatus(
          State.UP,
          server.solrUrl(),
          server.port(),
          server.pid(),
          server.cloud(),
          server.zkHost().orElse(""),
          number(system, "jvm/jmx/upTimeMS") / 1000,
          number(system, "jvm/memory/raw/used") / MB,
          number(system, "jvm/memory/raw/max") / MB,
          "",
          collections);
    } catch (UserError e) {
      return incomplete(
          server,
          SolrHttp.isAccessDenied(e) ? State.ACCESS_DENIED : State.UNRESPONSIVE,
          e.getMessage());
    }
  }

  boolean isUp() {
    return state == State.UP || state == State.ACCESS_DENIED;
  }

  private static ServerStatus incomplete(RunFile server, State state, String problem) {
    return new ServerStatus(
        state,
        server.solrUrl(),
        server.port(),
        server.pid(),
        server.cloud(),
        server.zkHost().orElse(""),
        0,
        0,
        0,
        problem,
        List.of());
  }

  private static long number(NavigableObject response, String path) {
    return ((Number) response._get(List.of(path.split("/")), 0)).longValue();
  }
}
