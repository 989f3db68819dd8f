package org.solrlmtc.tests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Stands between a client and Solr, and hangs up instead of handing back every second answer to an
 * update, beginning with the first: Solr has done what was asked, but the client cannot know.
 */
final class LossyProxy implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger updates = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final ServerSocket server;
  private final URI solr;
  private final String update;

  LossyProxy(String solrUrl, String collection) throws IOException {
    this.solr = URI.create(solrUrl);
    this.update = "POST " + solr.getPath() + "/" + collection + "/update";
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + solr.getPath();
  }

  int lost() {
    return lost.get();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Connection connection =
            new Connection(server.accept(), new Socket(solr.getHost(), solr.getPort()));
        threads.execute(connection::handOverRequests);
        threads.execute(connection::handBackAnswers);
      } catch (IOException e) {
        // the test is over
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  /** One of a client's, and its counterpart. */
  private final class Connection {
    private final Socket client;
    private final Socket target;

    /** Whether the next answer does not arrive. */
    private volatile boolean losesAnswer;

    Connection(Socket client, Socket target) {
      this.client = client;
      this.target = target;
    }

    void handOverRequests() {
      pump(
          client,
          target,
          packet -> {
            // a client that waits for each answer begins each request with a packet of its own
            if (packet.startsWith(update)) {
              losesAnswer = updates.getAndIncrement() % 2 == 0;
            }
            return true;
          });
    }

    void handBackAnswers() {
      pump(
          target,
          client,
          packet -> {
            if (losesAnswer) {
              lost.incrementAndGet();
            }
            return !losesAnswer;
          });
    }

    /** Hands over what comes, until one of the two hangs up or a packet does not pass. */
    private void pump(Socket from, Socket to, Predicate<String> passes) {
      try (from;
          to) {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] bytes = new byte[8192];
        for (int n = in.read(bytes);
            n >= 0 && passes.test(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
            n = in.read(bytes)) {
          out.write(bytes, 0, n);
        }
      } catch (IOException e) {
        // one of the two hung up
      }
    }
  }
}
