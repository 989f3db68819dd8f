package org.solrlmtc.plugin.update;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.HangingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** What happens to documents when a model fails, hangs or is overloaded. */
public class TestFailurePolicies extends HandlerTestCase {
  private ExecutorService clients;

  @Before
  public void makeHangingModel() throws Exception {
    TinyBundles.write(models, "hanging", HangingScorers.METHOD, 0.5, 10);
    System.setProperty("lmtc.model", "hanging");
    // while one act hangs the others wait
    System.setProperty("lmtc.queue.threads", "1");
    HangingScorers.closeGate();
    clients = ExecutorUtil.newMDCAwareCachedThreadPool(new SolrNamedThreadFactory("clients"));
  }

  @After
  public void openGate() throws Exception {
    HangingScorers.openGate();
    ExecutorUtil.shutdownAndAwaitTermination(clients);
  }

  private void policy(String onFailure) {
    System.setProperty("lmtc.onFailure", onFailure);
    if (onFailure.equals("fallback")) {
      System.setProperty("lmtc.fallback", "words");
    }
  }

  private Future<UpdateResponse> addLater(String id, String header) {
    return clients.submit(() -> solr.add(act("id", id, "header", header)));
  }

  private long counted(String metric) throws Exception {
    String name = "UPDATE.lmtc." + metric;
    return count(metrics("core", name), name);
  }

  @Test
  public void aModelThatHangsTimesOutAndLabelsLaterDocuments() throws Exception {
    System.setProperty("lmtc.timeLimit", "300");
    startCore();
    assertRefused(
        504,
        () -> solr.add(act("id", "a", "header", "hang")),
        "document 'a' refused: model 'hanging' could not label it: model 'hanging' gave no answer"
            + " within 300 ms");
    assertEquals(1, counted("failedTimedOut"));
    await(() -> HangingScorers.BUSY.get() == 0);
    System.setProperty("lmtc.timeLimit", "60000");
    h.reload();
    add("id", "b", "header", "calm");
    assertEquals(List.of("1"), values("b", "eurovoc_id"));
    assertNull(get("a"));
  }

  @Test
  public void withSkipTheStatusHasTheTimeout() throws Exception {
    System.setProperty("lmtc.timeLimit", "300");
    policy("skip");
    startCore();
    add("id", "a", "header", "hang");
    assertEquals(
        "failed: timed out: model 'hanging' gave no answer within 300 ms",
        get("a").getFieldValue("lmtc_status"));
  }

  @Test
  public void aFullQueueRefusesDocumentsAlsoWithSkip() throws Exception {
    System.setProperty("lmtc.queue.capacity", "1");
    for (String policy : List.of("fail", "skip")) {
      policy(policy);
      HangingScorers.closeGate();
      startCore();
      Future<UpdateResponse> held = addLater("held", "hold");
      await(() -> HangingScorers.BUSY.get() == 1);
      Future<UpdateResponse> waiting = addLater("waiting", "calm");
      await(() -> queueDepth() == 1);
      assertRefused(
          429,
          () -> solr.add(act("id", "refused", "header", "calm")),
          "document 'refused'",
          "the queue of model 'hanging' is full: 1 acts wait");
      assertEquals(1, counted("failedQueueFull"));
      HangingScorers.openGate();
      held.get();
      waiting.get();
      solr.commit();
      assertEquals(List.of("1"), values("held", "eurovoc_id"));
      assertEquals(List.of("1"), values("waiting", "eurovoc_id"));
      assertNull(get("refused"));
      solr = null;
      deleteCore();
    }
  }

  @Test
  public void theFallbackModelLabelsAndTheStatusHasTheReason() throws Exception {
    policy("fallback");
    startCore();
    add("id", "a", "header", "trouble with cheese");
    assertEquals(List.of("2"), values("a", "eurovoc_id"));
    assertEquals(modelId("words"), get("a").getFieldValue("lmtc_model"));
    assertEquals(
        "labelled by fallback: scoring failed: the tensor caught fire",
        get("a").getFieldValue("lmtc_status"));
    add("id", "b", "header", "trouble");
    assertEquals(
        "no labels by fallback: scoring failed: the tensor caught fire",
        get("b").getFieldValue("lmtc_status"));
    add("id", "c", "header", "calm");
    assertEquals(modelId("hanging"), get("c").getFieldValue("lmtc_model"));
    assertEquals("labelled", get("c").getFieldValue("lmtc_status"));
    assertEquals(3, counted("documents"));
    assertEquals(2, counted("failedScoring"));
    assertEquals(2, counted("fallbacks"));
  }

  @Test
  public void theFallbackModelLabelsWhenTheQueueIsFull() throws Exception {
    System.setProperty("lmtc.queue.capacity", "1");
    policy("fallback");
    startCore();
    Future<UpdateResponse> held = addLater("held", "hold");
    await(() -> HangingScorers.BUSY.get() == 1);
    Future<UpdateResponse> waiting = addLater("waiting", "calm");
    await(() -> queueDepth() == 1);
    add("id", "a", "header", "cheese");
    assertEquals(List.of("2"), values("a", "eurovoc_id"));
    String status = (String) get("a").getFieldValue("lmtc_status");
    assertTrue(status, status.startsWith("labelled by fallback: queue full: "));
    HangingScorers.openGate();
    held.get();
    waiting.get();
  }

  @Test
  public void aDocumentOnWhichTheFallbackModelFailsIsRefusedWithBothReasons() throws Exception {
    System.setProperty("lmtc.onFailure", "fallback");
    System.setProperty("lmtc.fallback", "throwing");
    startCore();
    assertRefused(
        500,
        () -> solr.add(act("id", "a", "header", "trouble")),
        "document 'a' refused: model 'throwing' could not label it: the tensor caught fire",
        "as fallback of model '" + modelId("hanging") + "': scoring failed: the tensor");
  }

  @Test
  public void aTextThatIsTooLongIsSentToNoModel() throws Exception {
    policy("fallback");
    startCore(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<int name=\"maxTextChars\">20</int><str name=\"onFailure\">"));
    assertRefused(
        400, () -> solr.add(act("id", "a", "header", "milk ".repeat(5))), "maxTextChars = 20");
    assertEquals(1, counted("failedTextTooLong"));
  }

  @Test
  public void aDocumentThatFailsDoesNotAffectOtherRequests() throws Exception {
    startCore();
    Future<UpdateResponse> held = addLater("held", "hold");
    await(() -> HangingScorers.BUSY.get() == 1);
    Future<UpdateResponse> before = addLater("before", "calm");
    await(() -> queueDepth() == 1);
    Future<UpdateResponse> bad = addLater("bad", "trouble");
    await(() -> queueDepth() == 2);
    Future<UpdateResponse> after = addLater("after", "calm");
    await(() -> queueDepth() == 3);
    HangingScorers.openGate();
    held.get();
    before.get();
    after.get();
    expectThrows(Exception.class, bad::get);
    solr.commit();
    assertEquals(List.of("1"), values("before", "eurovoc_id"));
    assertEquals(List.of("1"), values("after", "eurovoc_id"));
    assertNull(get("bad"));
  }
}
