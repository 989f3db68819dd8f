package org.solrlmtc.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import org.apache.logging.log4j.LogManager;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The server program. Its settings are system properties, see {@link ServerConfig#from}. The
 * console output has only lines that start with {@code lmtc: }. If the server cannot start, the
 * last of them is the reason, and the exit code is 1. Everything else is in the log file.
 */
public final class ServerMain {
  private static final String LOG_CONFIG = "log4j2.configurationFile";

  private ServerMain() {}

  /** Runs until the process is terminated (SIGTERM, SIGINT). */
  public static void main(String[] args) {
    try {
      ServerConfig config = ServerConfig.from(System.getProperties());
      configureLogging(config);
      run(config);
    } catch (IllegalArgumentException e) {
      print(e.getMessage());
      System.exit(1);
    } catch (Exception | Error e) {
      LogManager.getLogger(ServerMain.class).fatal("the server ends", e);
      print(e instanceof StartException ? e.getMessage() : StartException.oneLine(e));
      System.exit(1);
    }
  }

  private static void run(ServerConfig config)
      throws StartException, IOException, InterruptedException {
    SolrServer server = SolrServer.start(config);
    RunFile runFile = server.runFile();
    FileLock lock = runFile.lock();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(server, runFile, lock), "lmtc-stop"));
    server.notes().forEach(ServerMain::print);
    runFile.write();
    server.join();
  }

  /** Deletes the run file and releases the lock last: until then, the index may be in use. */
  @SuppressWarnings("try") // resources for their order of closing, also after a failure
  private static void stop(SolrServer server, RunFile runFile, FileLock lock) {
    try (Closeable held = lock.acquiredBy();
        Closeable log = LogManager::shutdown;
        Closeable file = runFile::delete) {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Must run before the first logger is created. */
  private static void configureLogging(ServerConfig config) {
    System.setProperty("solr.log.dir", RunFile.logFolder(config.solrHome()).toString());
    if (System.getProperty(LOG_CONFIG) == null) {
      System.setProperty(LOG_CONFIG, "classpath:lmtc-server-log4j2.xml");
    }
    // some libraries use the JDK's logging, which would write to the console
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  private static void print(String message) {
    System.err.println("lmtc: " + message);
  }
}
