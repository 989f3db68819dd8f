package org.solrlmtc.plugin.update;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.CountingScorers;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.metrics.FailureReason;

/** Labelling reports to Solr's metrics. */
public class TestMetrics extends HandlerTestCase {

  @Test
  public void theProcessorIsListedWithItsMetricsAmongThePlugins() throws Exception {
    startCore();
    add("id", "a", "header", "milk");
    NamedList<Object> answer = ask("/admin/mbeans", "cat", "UPDATE", "stats", "true");
    Object processor =
        at(answer, "solr-mbeans", "UPDATE", LmtcUpdateProcessorFactory.class.getName());
    assertEquals("Labels documents with the concepts of a thesaurus", at(processor, "description"));
    assertEquals(1L, at(processor, "stats", "UPDATE.lmtc.documents.count"));
  }

  @Test
  public void aCoreReportsItsLabelling() throws Exception {
    startCore();
    add("id", "a", "header", "cheese and an import licence");
    add("id", "b", "header", "milk");
    add("id", "c", "header", "nothing of interest");
    add("id", "d", "title", "no text");
    NamedList<?> metrics = metrics("core", "UPDATE.lmtc.");
    assertEquals(3, count(metrics, "UPDATE.lmtc.documents"));
    assertEquals(3, count(metrics, "UPDATE.lmtc.labelling"));
    assertEquals(3, count(metrics, "UPDATE.lmtc.labels"));
    assertEquals(3, count(metrics, "UPDATE.lmtc.labelsPerDocument"));
    assertEquals(
        2.0, ((Number) at(metrics, "UPDATE.lmtc.labelsPerDocument", "max")).doubleValue(), 0);
    long scores = 0;
    for (int range = 0; range < 100; range += 10) {
      scores += count(metrics, "UPDATE.lmtc.scoresFrom" + range);
    }
    assertEquals(3, scores);
    assertEquals(0, count(metrics, "UPDATE.lmtc.scoresFrom0"));
    for (FailureReason reason : FailureReason.values()) {
      assertEquals(0, count(metrics, "UPDATE.lmtc." + reason.metric()));
    }
    assertEquals(Map.of(modelId("words"), 1), metrics.get("UPDATE.lmtc.model"));
    assertEquals(0, metrics.get("UPDATE.lmtc.queueDepth"));
    Map<?, ?> inference = (Map<?, ?>) metrics.get("UPDATE.lmtc.inferenceMillis");
    assertEquals(Set.of("p50", "p95", "p99"), inference.keySet());
    assertTrue(inference.toString(), (Double) inference.get("p50") > 0);
    for (String gauge : List.of("queueWaitMillis", "tokenizationMillis", "batchSize")) {
      assertEquals(
          gauge, inference.keySet(), ((Map<?, ?>) at(metrics, "UPDATE.lmtc." + gauge)).keySet());
    }
  }

  @Test
  public void failuresAreNotCountedInLabelsPerDocument() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    System.setProperty("lmtc.onFailure", "skip");
    startCore();
    add("id", "a", "header", "trouble");
    add("id", "b", "header", "calm");
    NamedList<?> metrics = metrics("core", "UPDATE.lmtc.");
    assertEquals(2, count(metrics, "UPDATE.lmtc.documents"));
    assertEquals(1, count(metrics, "UPDATE.lmtc.failedScoring"));
    assertEquals(1, count(metrics, "UPDATE.lmtc.labels"));
    assertEquals(1, count(metrics, "UPDATE.lmtc.labelsPerDocument"));
    assertEquals(
        1.0, ((Number) at(metrics, "UPDATE.lmtc.labelsPerDocument", "min")).doubleValue(), 0);
  }

  @Test
  public void aModelReportsItsWorkOnTheNode() throws Exception {
    startCore();
    assertEquals(
        "what warms it up does not count",
        0,
        count(metrics("node", "UPDATE.lmtc/words."), "UPDATE.lmtc/words.scored"));
    add("id", "a", "header", "milk");
    NamedList<?> metrics = metrics("node", "UPDATE.lmtc/words.");
    assertEquals(1, count(metrics, "UPDATE.lmtc/words.scored"));
    for (String timer : new String[] {"queueWait", "tokenization", "inference", "batchSize"}) {
      assertEquals(timer, 1, count(metrics, "UPDATE.lmtc/words." + timer));
    }
    assertEquals(modelId("words"), metrics.get("UPDATE.lmtc/words.model"));
    assertEquals("cpu", metrics.get("UPDATE.lmtc/words.device"));
    assertEquals(0, metrics.get("UPDATE.lmtc/words.queueDepth"));
    assertEquals(0, metrics.get("UPDATE.lmtc/words.requests"));
  }

  @Test
  public void aClosedModelHasNoMetrics() throws Exception {
    startCore();
    ask("/lmtc/classify", "text", "calm", "model", "throwing");
    assertEquals(1, count(metrics("node", "UPDATE.lmtc"), "UPDATE.lmtc/throwing.batches"));
    command("/lmtc/models", "action", "unload", "model", "throwing");
    assertEquals(Set.of("lmtc/words"), modelsWithMetrics());
  }

  @Test
  public void similarModelNamesHaveSeparateMetrics() throws Exception {
    for (String name : new String[] {"a", "a.b", "a_b"}) {
      TinyBundles.write(models, name, CountingScorers.METHOD, 0.5, 10);
    }
    startCore();
    for (String name : new String[] {"a", "a.b", "a_b"}) {
      command("/lmtc/models", "action", "load", "model", name);
    }
    assertEquals(Set.of("lmtc/words", "lmtc/a", "lmtc/a~b", "lmtc/a_b"), modelsWithMetrics());
    assertEquals(modelId("a.b"), metrics("node", "UPDATE.lmtc/a~b.").get("UPDATE.lmtc/a~b.model"));
    assertEquals(modelId("a_b"), metrics("node", "UPDATE.lmtc/a_b.").get("UPDATE.lmtc/a_b.model"));
    command("/lmtc/models", "action", "unload", "model", "a");
    command("/lmtc/models", "action", "unload", "model", "a.b");
    assertEquals(Set.of("lmtc/words", "lmtc/a_b"), modelsWithMetrics());
    assertEquals(0, count(metrics("node", "UPDATE.lmtc/a_b."), "UPDATE.lmtc/a_b.scored"));
  }

  @Test
  public void aReloadedCoreContinuesToCountAndReportsTheCurrentModel() throws Exception {
    startCore();
    add("id", "a", "header", "milk");
    add("id", "b", "header", "milk");
    assertEquals(2, count(metrics("core", "UPDATE.lmtc."), "UPDATE.lmtc.documents"));
    h.reload();
    add("id", "c", "header", "cheese and an import licence");
    NamedList<?> metrics = metrics("core", "UPDATE.lmtc.");
    assertEquals("Solr keeps counting", 3, count(metrics, "UPDATE.lmtc.documents"));
    assertEquals(4, count(metrics, "UPDATE.lmtc.labels"));
    assertEquals(Map.of(modelId("words"), 1), metrics.get("UPDATE.lmtc.model"));
    String former = modelId("words");
    TinyBundles.write(models, "words", "8", "exact-match", 0.5, 10);
    command("/lmtc/models", "action", "swap", "model", "words");
    assertNotEquals(former, modelId("words"));
    assertEquals(
        Map.of(modelId("words"), 1), metrics("core", "UPDATE.lmtc.").get("UPDATE.lmtc.model"));
  }
}
