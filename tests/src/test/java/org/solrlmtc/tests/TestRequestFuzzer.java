package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static Optional<String> answer(String place) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  answer(client, place);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answering.start();
      Optional<String> problem =
          fuzzer(server.getLocalPort(), Duration.ofSeconds(30)).sendDamagedJavabin();
      answering.join();
      return problem;
    }
  }

  /** Reads one request with a body and answers it. */
  private static void answer(Socket client, String place) throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder headers = new StringBuilder();
    while (headers.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the request ends in its headers: " + headers);
      }
      headers.append((char) next);
    }
    Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(headers);
    assertTrue(length.find(), headers::toString);
    in.readNBytes(Integer.parseInt(length.group(1)));
    String body =
        "{\"error\":{\"trace\":\"java.lang.IllegalStateException\\n\\tat " + place + "\"}}";
    client
        .getOutputStream()
        .write(
            ("HTTP/1.1 500 Server Error\r\nConnection: close\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body)
                .getBytes(StandardCharsets.US_ASCII));
  }
}
