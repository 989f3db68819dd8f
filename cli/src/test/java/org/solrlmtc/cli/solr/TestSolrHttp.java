package org.solrlmtc.cli.solr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.JavaBinCodec;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.solrlmtc.cli.common.UserError;

/** What the client makes of a server's answers, which a small server gives as it is told. */
class TestSolrHttp {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Instead of a status: the connection is closed without an answer. */
  private static final int HANG_UP = 0;

  private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread listener = new Thread(this::serve, "answers");
    listener.setDaemon(true);
    listener.start();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aBusyServerIsAskedAgain() {
    answers.addAll(List.of(429, 429));
    assertEquals(Map.of(), send(1, PATIENCE));
    assertEquals(3, requests.get());
  }

  @Test
  void aServerThatStaysBusyIsGivenUp() {
    answers.addAll(List.of(429, 429, 429, 429, 429, 429, 429, 429));
    UserError e = assertThrows(UserError.class, () -> send(1, Duration.ofSeconds(1)));
    assertTrue(e.getMessage().contains("too busy"), e.getMessage());
    assertTrue(requests.get() > 1, requests + " requests");
  }

  @Test
  void aRefusedBatchIsSentOneByOneAndBusynessIsNobodysFault() {
    answers.addAll(List.of(400, 200, 429, 400, 200));
    Map<Integer, DocumentSender.Refusal> refused = send(3, PATIENCE);
    assertEquals(List.of(1), List.copyOf(refused.keySet()));
    assertEquals(400, refused.get(1).code());
    assertEquals(5, requests.get());
  }

  @Test
  void aDocumentAloneIsNotSentTwice() {
    answers.add(409);
    assertTrue(send(1, PATIENCE).get(0).isConflict());
    assertEquals(1, requests.get());
  }

  @Test
  void aBrokenConnectionIsTriedOnceMore() {
    answers.add(HANG_UP);
    assertEquals(Map.of(), send(2, PATIENCE));
    assertEquals(2, requests.get());
  }

  @Test
  void aServerThatHangsUpTwiceGivesNoAnswer() {
    answers.addAll(List.of(HANG_UP, HANG_UP));
    UserError e = assertThrows(UserError.class, () -> send(1, PATIENCE));
    assertTrue(e.getMessage().contains("no answer from Solr at http://127.0.0.1:"), e.getMessage());
    assertTrue(e.getMessage().contains("EOFException"), e.getMessage());
    assertEquals(2, requests.get());
  }

  private Map<Integer, DocumentSender.Refusal> send(int documents, Duration patience) {
    List<SolrInputDocument> batch =
        IntStream.range(0, documents)
            .mapToObj(
                i -> {
                  SolrInputDocument document = new SolrInputDocument();
                  document.setField("id", "d" + i);
                  return document;
                })
            .toList();
    try (SolrHttp solr =
        new SolrHttp("http://127.0.0.1:" + server.getLocalPort() + "/solr", patience)) {
      return new DocumentSender(solr, "acts", "").send(batch);
    }
  }

  /** A client may open connections that it closes unused: each has a thread, and is no request. */
  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        Thread answering = new Thread(() -> serve(connection), "answer");
        answering.setDaemon(true);
        answering.start();
      } catch (IOException e) {
        // the test is over
      }
    }
  }

  /** Answers one request. */
  private void serve(Socket connection) {
    try (connection) {
      readRequest(new BufferedInputStream(connection.getInputStream()));
      requests.incrementAndGet();
      Integer status = answers.poll();
      if (status == null || status != HANG_UP) {
        answer(connection.getOutputStream(), status == null ? 200 : status);
      }
    } catch (IOException e) {
      // the client went away
    }
  }

  private static void readRequest(InputStream in) throws IOException {
    boolean chunked = false;
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String header = line.toLowerCase(Locale.ROOT);
      chunked |= header.startsWith("transfer-encoding: chunked");
      if (header.startsWith("content-length: ")) {
        length = Integer.parseInt(header.substring(16));
      }
    }
    in.skipNBytes(length);
    while (chunked) {
      int size = Integer.parseInt(line(in), 16);
      in.skipNBytes(size + 2L);
      chunked = size > 0;
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended before a whole request had come");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  private static void answer(OutputStream out, int status) throws IOException {
    NamedList<Object> content = new NamedList<>();
    content.add("responseHeader", new NamedList<>(Map.of("status", status)));
    if (status != 200) {
      content.add("error", new NamedList<>(Map.of("code", status, "msg", "too busy")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JavaBinCodec codec = new JavaBinCodec()) {
      codec.marshal(content, body);
    }
    String head =
        "HTTP/1.1 "
            + status
            + " answer\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n"
            + "Content-Length: "
            + body.size()
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    body.writeTo(out);
    out.flush();
  }
}
