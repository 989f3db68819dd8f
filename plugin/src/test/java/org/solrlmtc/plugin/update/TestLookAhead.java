package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.ContentStreamUpdateRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.HangingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** Look-ahead: documents of a request whose acts are prefetched. */
public class TestLookAhead extends HandlerTestCase {
  private ExecutorService clients;

  @Before
  public void makeHangingModel() throws Exception {
    TinyBundles.write(models, "hanging", HangingScorers.METHOD, 0.5, 10);
    // while one act hangs the others wait
    System.setProperty("lmtc.queue.threads", "1");
    clients = ExecutorUtil.newMDCAwareCachedThreadPool(new SolrNamedThreadFactory("clients"));
  }

  @After
  public void openGate() throws Exception {
    HangingScorers.openGate();
    ExecutorUtil.shutdownAndAwaitTermination(clients);
  }

  private void startWithHangingModel() throws Exception {
    System.setProperty("lmtc.model", "hanging");
    HangingScorers.closeGate();
    startCore();
  }

  private static SolrInputDocument[] calmActs(int number) {
    SolrInputDocument[] acts = new SolrInputDocument[number];
    for (int i = 0; i < number; i++) {
      acts[i] = act("id", Integer.toString(i), "header", "calm");
    }
    return acts;
  }

  private Future<UpdateResponse> send(SolrInputDocument... docs) {
    UpdateRequest request = new UpdateRequest();
    request.add(List.of(docs));
    return clients.submit(() -> request.process(solr));
  }

  private void post(String path, String type, String content) throws Exception {
    ContentStreamUpdateRequest request = new ContentStreamUpdateRequest(path);
    request.addContentStream(new ContentStreamBase.StringStream(content, type));
    request.process(solr);
  }

  private long documents(String query) throws Exception {
    solr.commit();
    return solr.query(new SolrQuery(query).set("defType", "lucene")).getResults().getNumFound();
  }

  @Test
  public void theModelGetsSeveralDocumentsOfARequestAtOnce() throws Exception {
    System.setProperty("lmtc.lookAhead", "3");
    startWithHangingModel();
    Future<UpdateResponse> held = send(act("id", "held", "header", "hold"));
    await(() -> HangingScorers.BUSY.get() == 1);
    Future<UpdateResponse> many = send(calmActs(10));
    await(() -> queueDepth() == 4);
    HangingScorers.openGate();
    held.get();
    many.get();
    assertEquals(11, documents("lmtc_status:labelled"));
  }

  @Test
  public void withoutLookAheadTheModelGetsOneDocumentAtATime() throws Exception {
    System.setProperty("lmtc.lookAhead", "0");
    startWithHangingModel();
    Future<UpdateResponse> held = send(act("id", "held", "header", "hold"));
    await(() -> HangingScorers.BUSY.get() == 1);
    Future<UpdateResponse> many = send(calmActs(10));
    assertOneAfterTheOther(held, many);
  }

  /** Of ten acts behind one that hangs, only the first is in the queue. */
  private void assertOneAfterTheOther(Future<UpdateResponse> held, Future<UpdateResponse> many)
      throws Exception {
    await(() -> queueDepth() == 1);
    Thread.sleep(100);
    assertEquals(1, queueDepth());
    HangingScorers.openGate();
    held.get();
    many.get();
    assertEquals(11, documents("lmtc_status:labelled"));
  }

  @Test
  public void prefetchedDocumentsDoNotFillTheQueueForOthers() throws Exception {
    System.setProperty("lmtc.queue.capacity", "4");
    startWithHangingModel();
    Future<UpdateResponse> held = send(act("id", "held", "header", "hold"));
    await(() -> HangingScorers.BUSY.get() == 1);
    Future<UpdateResponse> many = send(calmActs(30));
    // the current one and the prefetched ones
    await(() -> queueDepth() == 4);
    Future<UpdateResponse> other = send(act("id", "other", "header", "calm"));
    await(() -> queueDepth() == 5);
    HangingScorers.openGate();
    held.get();
    other.get();
    many.get();
    assertEquals(32, documents("lmtc_status:labelled"));
  }

  @Test
  public void onlyFewLongTextsAreBuffered() throws Exception {
    startWithHangingModel();
    Future<UpdateResponse> held = send(act("id", "held", "header", "hold"));
    await(() -> HangingScorers.BUSY.get() == 1);
    SolrInputDocument[] acts = calmActs(5);
    for (SolrInputDocument act : acts) {
      act.addField("recitals", "long ".repeat(180_000));
    }
    Future<UpdateResponse> many = send(acts);
    await(() -> queueDepth() == 3);
    Thread.sleep(100);
    assertEquals("0.9 million characters each", 3, queueDepth());
    HangingScorers.openGate();
    held.get();
    many.get();
    assertEquals(6, documents("lmtc_status:labelled"));
  }

  @Test
  public void everyFormatKeepsEveryDocument() throws Exception {
    startCore();
    StringBuilder xml = new StringBuilder("<add>");
    List<String> json = new ArrayList<>();
    StringBuilder csv = new StringBuilder("id,header\n");
    for (int i = 0; i < 40; i++) {
      String header = i % 2 == 0 ? "milk" : "cheese";
      xml.append(
          "<doc><field name='id'>x"
              + i
              + "</field><field name='header'>"
              + header
              + "</field>"
              + "</doc>");
      json.add("{\"id\": \"j" + i + "\", \"header\": \"" + header + "\"}");
      csv.append("c" + i + "," + header + "\n");
    }
    post("/update", "text/xml", xml.append("</add>").toString());
    post("/update", "application/json", "[" + String.join(",", json) + "]");
    post("/update/json/docs", "application/json", String.join("\n", json).replace("\"j", "\"d"));
    post("/update", "text/csv", csv.toString());
    assertEquals(160, documents("*:*"));
    assertEquals(80, documents("+eurovoc_id:1 +header:milk"));
    assertEquals(80, documents("+eurovoc_id:2 +header:cheese"));
  }

  @Test
  public void allCommandsAreExecutedInTheOrderOfTheRequest() throws Exception {
    startCore();
    post(
        "/update",
        "application/json",
        "{'add': {'doc': {'id': 'a', 'header': 'milk'}}, 'add': {'doc': {'id': 'b', 'header':"
            + " 'milk'}}, 'delete': {'id': 'a'}, 'add': {'doc': {'id': 'b', 'recitals': {'add':"
            + " 'cheese'}}}, 'add': {'doc': {'id': 'c', 'header': 'milk', 'eurovoc_id': '4'}},"
            + " 'add': {'doc': {'id': 'd', 'header': 'milk'}}, 'add': {'doc': {'id': 'd', 'header':"
            + " 'cheese'}}, 'commit': {}}".replace('\'', '"'));
    assertNull(get("a"));
    assertEquals(List.of("1", "2"), values("b", "eurovoc_id").stream().sorted().toList());
    assertEquals(List.of("4"), values("c", "eurovoc_id"));
    assertEquals(List.of("2"), values("d", "eurovoc_id"));
    assertEquals(
        "the commit came last",
        3,
        solr.query(new SolrQuery("*:*").set("defType", "lucene")).getResults().getNumFound());
  }

  @Test
  public void aDocumentThatFailsEndsTheRequestAndIsNamed() throws Exception {
    startWithHangingModel();
    for (int number : new int[] {3, 40}) {
      SolrInputDocument[] acts = calmActs(number);
      acts[1].setField("header", "trouble");
      assertRefused(
          500,
          () -> solr.add(List.of(acts)),
          "document '1' refused: model 'hanging' could not label it: the tensor caught fire");
      assertEquals(0, documents("id:1"));
      assertEquals(1, documents("+id:0 +lmtc_status:labelled"));
      assertEquals(0, documents("id:39"));
    }
  }

  @Test
  public void theFirstFailureIsReportedAndLaterDocumentsAreNotAwaited() throws Exception {
    System.setProperty("lmtc.timeLimit", "500");
    startWithHangingModel();
    for (int number : new int[] {4, 40}) {
      SolrInputDocument[] acts = calmActs(number);
      acts[1].setField("header", "hang");
      acts[2].setField("header", "trouble");
      assertRefused(504, () -> solr.add(List.of(acts)), "document '1' refused");
      assertEquals(1, documents("+id:0 +lmtc_status:labelled"));
      assertEquals(1, documents("*:*"));
    }
  }

  @Test
  public void aDocumentThatHangsDoesNotTakeTheLabelsOfOthers() throws Exception {
    System.setProperty("lmtc.timeLimit", "500");
    System.setProperty("lmtc.onFailure", "skip");
    startWithHangingModel();
    addInOneRequest(
        act("id", "slow", "header", "hang"),
        act("id", "next", "header", "calm"),
        act("id", "last", "header", "calm"));
    assertEquals(
        "failed: timed out: model 'hanging' gave no answer within 500 ms",
        get("slow").getFieldValue("lmtc_status"));
    assertEquals(2, documents("lmtc_status:labelled"));
  }

  /** The shipped configuration with another processor before the labelling one. */
  private static String behind(String processor) throws Exception {
    String chain =
        "<updateRequestProcessorChain name=\"label\" default=\"true\" processor=\"lmtc\""
            + " post-processor=\"guard\">";
    String config = shippedConfig().replace(chain, chain + processor);
    assertTrue(config.contains(processor));
    return config;
  }

  @Test
  public void aTolerantChainReportsTheRightDocument() throws Exception {
    System.setProperty("lmtc.model", "hanging");
    HangingScorers.closeGate();
    startCore(behind("<processor class=\"solr.TolerantUpdateProcessorFactory\"/>"));
    UpdateRequest request = new UpdateRequest();
    for (int i = 0; i < 9; i++) {
      request.add(act("id", "a" + i, "header", i == 4 ? "trouble" : "calm"));
    }
    UpdateResponse response = request.process(solr);
    List<?> errors = (List<?>) response.getResponseHeader().get("errors");
    assertEquals(errors.toString(), 1, errors.size());
    Object blamed =
        errors.get(0) instanceof NamedList<?> error ? error.get("id") : at(errors.get(0), "id");
    assertEquals("a4", blamed);
    assertEquals(8, documents("lmtc_status:labelled"));
  }

  @Test
  public void aProcessorThatReadsTheIndexSeesEarlierDocuments() throws Exception {
    startCore(behind("<processor class=\"solr.SkipExistingDocumentsProcessorFactory\"/>"));
    addInOneRequest(act("id", "a", "header", "milk"), act("id", "a", "header", "cheese"));
    assertEquals("the second one was skipped", List.of("1"), values("a", "eurovoc_id"));
  }

  @Test
  public void anOlderVersionOfADocumentInTheSameRequestIsStillRefused() throws Exception {
    startCore(
        behind(
            "<processor class=\"solr.DocBasedVersionConstraintsProcessorFactory\">"
                + "<str name=\"versionField\">type</str>"
                + "<bool name=\"ignoreOldUpdates\">true</bool></processor>"));
    addInOneRequest(
        act("id", "a", "type", "2", "header", "milk"),
        act("id", "a", "type", "1", "header", "cheese"),
        act("id", "b", "type", "1", "header", "milk"),
        act("id", "b", "type", "2", "header", "cheese"));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals(List.of("2"), values("b", "eurovoc_id"));
  }

  @Test
  public void afterTheDistributedStepNothingIsBuffered() throws Exception {
    startWithHangingModel();
    Future<UpdateResponse> held = send(act("id", "held", "header", "hold"));
    await(() -> HangingScorers.BUSY.get() == 1);
    UpdateRequest request = new UpdateRequest();
    request.add(List.of(calmActs(10)));
    request.setParam("update.chain", "plain");
    request.setParam("post-processor", "lmtc");
    Future<UpdateResponse> many = clients.submit(() -> request.process(solr));
    assertOneAfterTheOther(held, many);
  }

  @Test
  public void documentsBeforeDamageAreIndexed() throws Exception {
    startCore();
    assertRefused(
        400,
        () -> {
          post(
              "/update",
              "application/json",
              "[{\"id\": \"a\", \"header\": \"milk\"}, {\"id\": \"b\", \"header\": \"cheese\"},"
                  + " {]");
          return null;
        });
    assertEquals(1, documents("+id:a +eurovoc_id:1"));
    assertEquals(1, documents("+id:b +eurovoc_id:2"));
  }

  @Test
  public void atomicUpdatesSeeEarlierDocuments() throws Exception {
    startCore();
    addInOneRequest(
        act("id", "a", "header", "milk"),
        act("id", "b", "header", "milk"),
        act("id", "a", "recitals", of("set", "cheese")));
    assertEquals(List.of("1", "2"), values("a", "eurovoc_id").stream().sorted().toList());
    assertEquals(List.of("1"), values("b", "eurovoc_id"));
  }
}
