package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The fuzzer reports what it is there to find. */
class TestRequestFuzzer {

  private static RequestFuzzer fuzzer(int port, Duration timeLimit) {
    return new RequestFuzzer("http://127.0.0.1:" + port + "/solr/eurlex", timeLimit, 1);
  }

  @Test
  void aServerThatIsGoneIsAProblem() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    RequestFuzzer fuzzer = fuzzer(port, Duration.ofSeconds(30));
    for (Optional<String> problem : List.of(fuzzer.send(), fuzzer.sendDamagedJavabin())) {
      assertTrue(problem.orElse("").contains("could not be sent"), problem::toString);
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsAProblem() throws Exception {
    // accepts connections, and no more
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Optional<String> problem = fuzzer(silent.getLocalPort(), Duration.ofSeconds(1)).send();
      assertTrue(problem.orElse("").contains("got no answer"), problem::toString);
    }
  }

  @Test
  void anErrorThrownInThePluginIsAProblemAndOneOfSolrIsNot() throws Exception {
    assertTrue(answer("org.solrlmtc.plugin.update.Labeller.label").isPresent());
    assertEquals(Optional.empty(), answer("org.apache.solr.schema.BoolField.x"));
  }

  /** What the fuzzer says of an error that was thrown there. */
  private static Optional<String> answer(String place) throws IOException, InterruptedException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body =
              ("{\"error\":{\"trace\":\"java.lang.IllegalStateException\\n\\tat " + place + "\"}}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(500, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      return fuzzer(server.getAddress().getPort(), Duration.ofSeconds(30)).sendDamagedJavabin();
    } finally {
      server.stop(0);
    }
  }
}
