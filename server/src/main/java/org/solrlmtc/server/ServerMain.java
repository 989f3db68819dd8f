package org.solrlmtc.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.logging.log4j.LogManager;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The server program. Settings come as system properties, see {@link ServerConfig#from}. The
 * console carries only lines that begin with {@code lmtc: }; if the server cannot start, the last
 * of them says why, and the exit code is 1. All else is in the log file.
 */
public final class ServerMain {
  private static final String LOG_CONFIG = "log4j2.configurationFile";

  private ServerMain() {}

  /** Runs until the process is told to end (SIGTERM, SIGINT). */
  public static void main(String[] args) {
    try {
      ServerConfig config = ServerConfig.from(System.getProperties());
      configureLogging(config);
      run(config);
    } catch (IllegalArgumentException e) {
      tell(e.getMessage());
      System.exit(1);
    } catch (Exception | Error e) {
      LogManager.getLogger(ServerMain.class).fatal("the server ends", e);
      tell(e instanceof StartException ? e.getMessage() : StartException.oneLine(e));
      System.exit(1);
    }
  }

  private static void run(ServerConfig config)
      throws StartException, IOException, InterruptedException {
    SolrServer server = SolrServer.start(config);
    RunFile runFile = server.runFile();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(server, runFile, config), "lmtc-stop"));
    server.notes().forEach(ServerMain::tell);
    runFile.write(config.solrHome());
    server.join();
  }

  /** The run file goes last: while it is there, the index may still be in use. */
  @SuppressWarnings("try") // closed in turn, whatever fails; not used
  private static void stop(SolrServer server, RunFile runFile, ServerConfig config) {
    try (Closeable log = LogManager::shutdown;
        Closeable file = () -> runFile.delete(config.solrHome())) {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Must come before the first logger exists. */
  private static void configureLogging(ServerConfig config) {
    System.setProperty("solr.log.dir", RunFile.logFolder(config.solrHome()).toString());
    if (System.getProperty(LOG_CONFIG) == null) {
      System.setProperty(LOG_CONFIG, "classpath:lmtc-server-log4j2.xml");
    }
    // some libraries use the JDK's logging, which would write to the console
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  private static void tell(String message) {
    System.err.println("lmtc: " + message);
  }
}
