package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.HangingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** Requests of readers take no more memory together than their part of the heap. */
public class TestRequestMemory extends HandlerTestCase {
  private static final String CLASSIFY = "/lmtc/classify";
  private static final String EVALUATE = "/lmtc/evaluate";
  private static final String PROPERTY = "lmtc.requests.maxMegabytes";
  private static final String JSON = "application/json";
  private static final String PLAIN = "text/plain";

  private final ExecutorService clients = Executors.newCachedThreadPool();

  @Before
  public void makeHangingModel() throws Exception {
    TinyBundles.write(models, "hanging", HangingScorers.METHOD, 0.5, 10);
    HangingScorers.closeGate();
    System.setProperty(PROPERTY, "1");
  }

  @After
  public void end() throws Exception {
    HangingScorers.openGate();
    clients.shutdown();
    assertTrue(clients.awaitTermination(1, TimeUnit.MINUTES));
    System.clearProperty(PROPERTY);
  }

  /** A part of a body, repeated until it has a share of what all requests together may keep. */
  private static String repeated(String part, double share) {
    long bytes = (long) (RequestMemory.limit() * share);
    // a character counts as six bytes
    return part.repeat((int) (bytes / 6 / part.length()));
  }

  private NamedList<Object> post(String type, String body, String... namesAndValues)
      throws Exception {
    GenericSolrRequest request =
        new GenericSolrRequest(METHOD.POST, CLASSIFY, params(namesAndValues));
    request.setContentWriter(
        new RequestWriter.ContentWriter() {
          @Override
          public void write(OutputStream out) throws IOException {
            out.write(body.getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public String getContentType() {
            return type;
          }
        });
    return solr.request(request);
  }

  private static void assertMilk(NamedList<Object> answer) {
    assertEquals("1", at(answer, "labels", 0, "id"));
  }

  @Test
  public void ignoredFieldsAreSkippedAndTakeNoMemory() throws Exception {
    startCore();
    String many = repeated("{\"a\":[1,\"b\"]},", 3);
    for (String field : List.of("concepts", "uri", "title")) {
      assertMilk(post(JSON, "{\"" + field + "\": [" + many + "{}], \"text\": \"milk\"}"));
    }
    assertMilk(post(JSON, "{\"title\": \"" + repeated("milk ", 3) + "\", \"text\": \"milk\"}"));
  }

  @Test
  public void aTextThatNeedsMoreThanAllRequestsMayIsRefused() throws Exception {
    startCore();
    String large = repeated("milk ", 1.5);
    String reason = "the text needs more than the ";
    assertRefused(400, () -> post(PLAIN, large), reason, PROPERTY);
    assertRefused(400, () -> post(JSON, "{\"header\": \"" + large + "\"}"), reason);
    assertRefused(
        400,
        () -> post(JSON, "{\"main_body\": [" + "\"\",".repeat(100_000) + "\"milk\"]}"),
        "the JSON body has more than 100000 articles");
    assertMilk(post(PLAIN, "milk"));
  }

  @Test
  public void aTextBeyondWhatOtherRequestsLeaveIsRefusedUntilTheyEnd() throws Exception {
    startCore();
    String text = repeated("milk ", 0.6);
    Future<NamedList<Object>> first =
        clients.submit(() -> post(PLAIN, "hold " + text, "model", "hanging"));
    await(() -> HangingScorers.BUSY.get() == 1);
    assertRefused(429, () -> post(PLAIN, text), "other requests use most of the", PROPERTY);
    assertRefused(429, () -> post(JSON, "{\"text\": \"" + text + "\"}"), "try again later");
    HangingScorers.openGate();
    assertMilk(first.get());
    assertMilk(post(PLAIN, text));
  }

  @Test
  public void aComparisonOfMoreDocumentsThanTheMemoryAllowsIsRefusedBeforeItStarts()
      throws Exception {
    startCore();
    addPlain(
        act("id", "a", "header", "milk", "concepts", "1", "eurovoc_id", "1", "eurovoc_score", 0.9f),
        act("id", "b", "header", "milk", "concepts", "1", "eurovoc_id", "1"));
    NamedList<Object> answer = ask(EVALUATE, "gold", "concepts", "compare", "words");
    assertEquals(2L, at(answer, "documents", "evaluated"));
    Future<NamedList<Object>> first =
        clients.submit(() -> post(PLAIN, "hold " + repeated("milk ", 0.95), "model", "hanging"));
    await(() -> HangingScorers.BUSY.get() == 1);
    assertEquals(2L, at(ask(EVALUATE, "gold", "concepts"), "documents", "evaluated"));
    addPlain(manyActs((int) (RequestMemory.limit() * 0.05 / 2048) + 2));
    assertRefused(
        429,
        () -> ask(EVALUATE, "gold", "concepts", "compare", "words"),
        "other requests use most of the",
        PROPERTY);
    HangingScorers.openGate();
    first.get();
    ask(EVALUATE, "gold", "concepts", "compare", "words");
  }

  private static SolrInputDocument[] manyActs(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> act("id", "m" + i, "header", "milk", "concepts", "1", "eurovoc_id", "1"))
        .toArray(SolrInputDocument[]::new);
  }

  @Test
  public void aWrongPropertyIsNamedWhenTheCoreLoads() throws Exception {
    System.setProperty(PROPERTY, "-1");
    startCore();
    Exception e = h.getCoreContainer().getCoreInitFailures().get(h.coreName).exception;
    String reason = SolrException.getRootCause(e).toString();
    assertTrue(reason, reason.contains(PROPERTY + " must be between 0 and"));
  }
}
