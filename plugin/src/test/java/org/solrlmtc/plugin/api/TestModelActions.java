package org.solrlmtc.plugin.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.CountingScorers;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.HangingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/** Models are opened once per node, and can be loaded, swapped and unloaded under load. */
public class TestModelActions extends HandlerTestCase {
  private static final String MODELS = "/lmtc/models";
  private static final String CLASSIFY = "/lmtc/classify";
  private ExecutorService clients;

  @Before
  public void makeCountingModel() throws Exception {
    clients = ExecutorUtil.newMDCAwareCachedThreadPool(new SolrNamedThreadFactory("clients"));
    write("7");
    System.setProperty("lmtc.model", "counting");
    CountingScorers.OPENED.set(0);
    CountingScorers.CLOSED.set(0);
  }

  @After
  public void stopClients() throws Exception {
    HangingScorers.openGate();
    ExecutorUtil.shutdownAndAwaitTermination(clients);
  }

  private String write(String version) throws Exception {
    return TinyBundles.write(models, "counting", version, CountingScorers.METHOD, 0.5, 10).id();
  }

  private Object model(String id) throws Exception {
    add("id", id, "header", "milk");
    return get(id).getFieldValue("lmtc_model");
  }

  @Test
  public void coresShareAModelAndReloadsKeepIt() throws Exception {
    startCore();
    Path second = Path.of(h.getCoreContainer().getSolrHome(), "second");
    Path conf = Files.createDirectories(second.resolve("conf"));
    writeConfig(conf, shippedConfig(), shippedSchema());
    h.getCoreContainer().create("second", second, Map.of("config", "solrconfig.xml"), false);
    assertEquals(1, CountingScorers.OPENED.get());
    assertEquals(List.of("collection1", "second"), at(ask(MODELS), "models", 0, "cores"));
    h.reload();
    h.getCoreContainer().reload("second");
    add("id", "a", "header", "milk");
    assertEquals(1, CountingScorers.OPENED.get());
    h.getCoreContainer().unload("second");
    assertEquals(0, CountingScorers.CLOSED.get());
    solr = null;
    deleteCore();
    assertEquals(1, CountingScorers.OPENED.get());
    assertEquals(1, CountingScorers.CLOSED.get());
  }

  @Test
  public void aSwappedModelLabelsFromThenOn() throws Exception {
    startCore();
    String old = modelId("counting");
    String swapped = write("8");
    assertEquals(old, model("a"));
    NamedList<Object> answer = command(MODELS, "action", "swap", "model", "counting");
    assertEquals("swap", at(answer, "action"));
    assertEquals(swapped, at(answer, "model"));
    assertEquals("cpu", at(answer, "device"));
    assertEquals(swapped, model("b"));
    assertEquals(2, CountingScorers.OPENED.get());
    assertEquals(1, CountingScorers.CLOSED.get());
    assertEquals(swapped, at(ask(MODELS), "models", 0, "id"));
    assertEquals("serving", at(ask(MODELS), "models", 0, "state"));
    h.reload();
    assertEquals(swapped, model("c"));
    assertEquals(2, CountingScorers.OPENED.get());
  }

  @Test
  public void aDamagedBundleLeavesTheOldOneServing() throws Exception {
    startCore();
    String old = modelId("counting");
    write("8");
    Path labels = models.resolve("counting").resolve("labels.tsv");
    byte[] bytes = Files.readAllBytes(labels);
    bytes[bytes.length - 2] ^= 1;
    Files.write(labels, bytes);
    assertRefused(
        409,
        () -> command(MODELS, "action", "swap", "model", "counting"),
        "cannot swap the model",
        "labels.tsv is not the file that the manifest describes");
    assertEquals(old, model("a"));
    String failure = (String) at(ask(MODELS), "models", 0, "lastSwapFailed");
    assertTrue(failure, failure.contains("labels.tsv"));
    assertEquals(0, CountingScorers.CLOSED.get());
    String repaired = write("9");
    command(MODELS, "action", "swap", "model", "counting");
    assertEquals(repaired, model("b"));
    assertEquals(-1, ((NamedList<?>) at(ask(MODELS), "models", 0)).indexOf("lastSwapFailed", 0));
  }

  @Test
  public void aRequestKeepsTheVersionItStartedWith() throws Exception {
    String old = TinyBundles.write(models, "hanging", "1", HangingScorers.METHOD, 0.5, 10).id();
    System.setProperty("lmtc.model", "hanging");
    HangingScorers.closeGate();
    startCore();
    Future<UpdateResponse> request =
        clients.submit(
            () -> {
              UpdateRequest both = new UpdateRequest();
              both.add(act("id", "first", "header", "hold"));
              both.add(act("id", "second", "header", "calm"));
              return both.process(solr);
            });
    await(() -> HangingScorers.BUSY.get() == 1);
    String swapped = TinyBundles.write(models, "hanging", "2", HangingScorers.METHOD, 0.5, 10).id();
    command(MODELS, "action", "swap", "model", "hanging");
    assertEquals("the new one does not wait for the old", swapped, model("third"));
    HangingScorers.openGate();
    request.get();
    solr.commit();
    assertEquals(old, get("first").getFieldValue("lmtc_model"));
    assertEquals(old, get("second").getFieldValue("lmtc_model"));
  }

  @Test
  public void noRequestWaitsForASwap() throws Exception {
    String old = TinyBundles.write(models, "hanging", "1", HangingScorers.METHOD, 0.5, 10).id();
    System.setProperty("lmtc.model", "hanging");
    HangingScorers.closeGate();
    startCore();
    String slow =
        TinyBundles.write(
                models, "hanging", HangingScorers.SLOW_TO_OPEN, HangingScorers.METHOD, 0.5, 10)
            .id();
    Future<NamedList<Object>> swap =
        clients.submit(() -> command(MODELS, "action", "swap", "model", "hanging"));
    await(() -> HangingScorers.OPENING.get() == 1);
    assertEquals("swapping", at(ask(MODELS), "models", 0, "state"));
    assertEquals(old, model("a"));
    HangingScorers.openGate();
    assertEquals(slow, at(swap.get(), "model"));
    assertEquals(slow, model("b"));
  }

  @Test
  public void aVersionThatDoesNotStopCountsAsOpen() throws Exception {
    TinyBundles.write(models, "hanging", "1", HangingScorers.METHOD, 0.5, 10);
    System.setProperty("lmtc.model", "hanging");
    System.setProperty("lmtc.timeLimit", "300");
    HangingScorers.closeGate();
    startCore();
    assertRefused(504, () -> solr.add(act("id", "a", "header", "cling")), "gave no answer");
    String swapped = TinyBundles.write(models, "hanging", "2", HangingScorers.METHOD, 0.5, 10).id();
    command(MODELS, "action", "swap", "model", "hanging");
    NamedList<Object> listed = ask(MODELS);
    assertEquals(swapped, at(listed, "models", 0, "id"));
    assertEquals(2, at(listed, "models", 0, "openVersions"));
    assertEquals(1, at(listed, "models", 0, "stuckThreads"));
    assertHanging(2, 1);
    HangingScorers.openGate();
    await(() -> isHanging(1, 0));
    assertEquals(1, at(ask(MODELS), "models", 0, "openVersions"));
  }

  @Test
  public void aModelThatDoesNotStopHasMetricsUntilItDoes() throws Exception {
    TinyBundles.write(models, "hanging", "1", HangingScorers.METHOD, 0.5, 10);
    System.setProperty("lmtc.timeLimit", "300");
    HangingScorers.closeGate();
    startCore();
    assertRefused(504, () -> ask(CLASSIFY, "text", "cling", "model", "hanging"), "gave no answer");
    command(MODELS, "action", "unload", "model", "hanging");
    assertHanging(1, 1);
    HangingScorers.openGate();
    await(() -> !showsHanging());
  }

  @Test
  public void aModelThatIsOpenedAgainAtOnceKeepsItsMetrics() throws Exception {
    TinyBundles.write(models, "hanging", "1", HangingScorers.METHOD, 0.5, 10);
    System.setProperty("lmtc.timeLimit", "300");
    HangingScorers.closeGate();
    startCore();
    assertRefused(504, () -> ask(CLASSIFY, "text", "cling", "model", "hanging"), "gave no answer");
    // takes a while: it waits for the stuck thread
    Future<NamedList<Object>> unload =
        clients.submit(() -> command(MODELS, "action", "unload", "model", "hanging"));
    await(() -> models().size() == 1);
    command(MODELS, "action", "load", "model", "hanging");
    unload.get();
    assertHanging(2, 1);
    ask(CLASSIFY, "text", "calm", "model", "hanging");
    assertEquals(1, count(hangingMetrics(), "UPDATE.lmtc/hanging.scored"));
    HangingScorers.openGate();
    await(() -> isHanging(1, 0));
    command(MODELS, "action", "unload", "model", "hanging");
    assertFalse(showsHanging());
  }

  private List<?> models() {
    try {
      return (List<?>) at(ask(MODELS), "models");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean showsHanging() {
    try {
      return modelsWithMetrics().contains("lmtc/hanging");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private NamedList<?> hangingMetrics() {
    try {
      return metrics("node", "UPDATE.lmtc/hanging.");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertHanging(int openVersions, int stuckThreads) {
    NamedList<?> metrics = hangingMetrics();
    assertEquals(openVersions, at(metrics, "UPDATE.lmtc/hanging.openVersions"));
    assertEquals(stuckThreads, at(metrics, "UPDATE.lmtc/hanging.stuckThreads"));
  }

  private boolean isHanging(int openVersions, int stuckThreads) {
    NamedList<?> metrics = hangingMetrics();
    return metrics.get("UPDATE.lmtc/hanging.openVersions").equals(openVersions)
        && metrics.get("UPDATE.lmtc/hanging.stuckThreads").equals(stuckThreads);
  }

  @Test
  public void anErrorWhileAModelIsOpenedLeavesNothingBehind() throws Exception {
    startCore();
    String old = modelId("counting");
    write(CountingScorers.UNLINKED);
    expectThrows(
        NoClassDefFoundError.class, () -> command(MODELS, "action", "swap", "model", "counting"));
    assertEquals("serving", at(ask(MODELS), "models", 0, "state"));
    assertEquals(
        "java.lang.NoClassDefFoundError: org/example/Device",
        at(ask(MODELS), "models", 0, "lastSwapFailed"));
    assertEquals(1, at(ask(MODELS), "models", 0, "openVersions"));
    assertEquals(old, model("a"));
    assertEquals(2, CountingScorers.OPENED.get());
    assertEquals(1, CountingScorers.CLOSED.get());
    TinyBundles.write(models, "other", CountingScorers.UNLINKED, CountingScorers.METHOD, 0.5, 10);
    expectThrows(
        NoClassDefFoundError.class, () -> command(MODELS, "action", "load", "model", "other"));
    assertEquals(Set.of("lmtc/counting"), modelsWithMetrics());
    assertEquals(3, CountingScorers.OPENED.get());
    assertEquals(2, CountingScorers.CLOSED.get());
  }

  @Test
  public void modelsAreSwappedWhileClientsIndex() throws Exception {
    startCore();
    Set<String> known = new HashSet<>(Set.of(modelId("counting")));
    AtomicBoolean swapping = new AtomicBoolean(true);
    List<Future<Integer>> indexed = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String client = "client" + i + "-";
      indexed.add(
          clients.submit(
              () -> {
                int requests = 0;
                while (swapping.get() || requests == 0) {
                  List<SolrInputDocument> docs = new ArrayList<>();
                  for (int doc = 0; doc < 4; doc++) {
                    docs.add(
                        act(
                            "id",
                            client + requests + "-" + doc,
                            "header",
                            "milk",
                            "type",
                            client + requests));
                  }
                  solr.add(docs);
                  requests++;
                }
                return requests;
              }));
    }
    for (int version = 8; version < 12; version++) {
      known.add(write(Integer.toString(version)));
      command(MODELS, "action", "swap", "model", "counting");
    }
    swapping.set(false);
    for (int i = 0; i < 3; i++) {
      int requests = indexed.get(i).get();
      solr.commit();
      for (int request = 0; request < requests; request++) {
        Set<Object> ids = new HashSet<>();
        for (int doc = 0; doc < 4; doc++) {
          ids.add(get("client" + i + "-" + request + "-" + doc).getFieldValue("lmtc_model"));
        }
        assertEquals("one request, one version: " + ids, 1, ids.size());
        assertTrue(known + " " + ids, known.containsAll(ids));
      }
    }
    assertEquals(5, CountingScorers.OPENED.get());
    assertEquals(4, CountingScorers.CLOSED.get());
    assertEquals(0, at(ask(MODELS), "models", 0, "requests"));
  }

  @Test
  public void otherModelsAreLoadedAndUnloaded() throws Exception {
    startCore();
    assertEquals(
        modelId("words"), at(command(MODELS, "action", "load", "model", "words"), "model"));
    NamedList<Object> answer = ask(MODELS);
    assertEquals("words", at(answer, "models", 1, "name"));
    assertEquals(List.of("throwing"), at(answer, "notOpen"));
    command(MODELS, "action", "unload", "model", "words");
    answer = ask(MODELS);
    assertEquals(1, ((List<?>) at(answer, "models")).size());
    assertEquals(List.of("throwing", "words"), at(answer, "notOpen"));
    ask(CLASSIFY, "text", "milk", "model", "words");
    assertEquals(2, ((List<?>) at(ask(MODELS), "models")).size());
  }

  @Test
  public void aConfiguredModelIsNotUnloaded() throws Exception {
    System.setProperty("lmtc.onFailure", "fallback");
    System.setProperty("lmtc.fallback", "words");
    startCore();
    for (String name : List.of("counting", "words")) {
      assertRefused(
          409,
          () -> command(MODELS, "action", "unload", "model", name),
          "model '" + name + "' is named by the configuration of the cores [collection1]");
    }
    assertEquals(modelId("counting"), model("a"));
  }

  @Test
  public void requestsOpenALimitedNumberOfModelsOnDemand() throws Exception {
    for (String name : List.of("second", "third")) {
      TinyBundles.write(models, name, CountingScorers.METHOD, 0.5, 10);
    }
    startCore();
    ask(CLASSIFY, "text", "milk", "model", "words");
    ask(CLASSIFY, "text", "milk", "model", "second");
    assertRefused(
        409,
        () -> ask(CLASSIFY, "text", "milk", "model", "third"),
        "model 'third' is not open",
        "[words, second], as many as the system property lmtc.models.maxOnDemand=2 allows",
        "/lmtc/models?action=load&model=third, unload one of those");
    addPlain(act("id", "a", "header", "milk", "concepts", "1"));
    assertRefused(409, () -> ask("/lmtc/evaluate", "model", "third"), "maxOnDemand=2");
    assertRefused(409, () -> ask("/lmtc/evaluate", "compare", "third"), "maxOnDemand=2");
    assertRefused(409, () -> ask("/lmtc/evaluate", "labels", "third"), "maxOnDemand=2");
    command(MODELS, "action", "load", "model", "third");
    ask(CLASSIFY, "text", "milk", "model", "third");
    command(MODELS, "action", "load", "model", "second");
    ask(CLASSIFY, "text", "calm", "model", "throwing");
    assertEquals("one of five is configured, two are loaded", 5, models().size());
    command(MODELS, "action", "unload", "model", "third");
    assertRefused(409, () -> ask(CLASSIFY, "text", "milk", "model", "third"), "[words, throwing]");
    command(MODELS, "action", "unload", "model", "words");
    ask(CLASSIFY, "text", "milk", "model", "third");
  }

  @Test
  public void aRequestThatWaitedForAFailedOpeningDoesNotRetryIt() throws Exception {
    TinyBundles.write(
        models, "hanging", HangingScorers.SLOW_TO_FAIL, HangingScorers.METHOD, 0.5, 10);
    startCore();
    HangingScorers.closeGate();
    List<Future<NamedList<Object>>> asked = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      asked.add(clients.submit(() -> ask(CLASSIFY, "text", "milk", "model", "hanging")));
    }
    await(() -> threadsThatOpenAModel() == 3 && HangingScorers.OPENING.get() > 0);
    assertEquals(1, HangingScorers.OPENING.get());
    HangingScorers.openGate();
    for (Future<NamedList<Object>> each : asked) {
      Throwable failure = expectThrows(ExecutionException.class, each::get).getCause();
      assertTrue(failure.getMessage(), failure.getMessage().contains("opening no. 1 failed"));
    }
    assertRefused(
        400, () -> ask(CLASSIFY, "text", "milk", "model", "hanging"), "opening no. 2 failed");
  }

  private static long threadsThatOpenAModel() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(NodeModels.class.getName())
                                && frame.getMethodName().equals("open")))
        .count();
  }

  @Test
  public void openingModelsOnDemandCanBeDisabled() throws Exception {
    System.setProperty("lmtc.models.maxOnDemand", "0");
    startCore();
    assertRefused(409, () -> ask(CLASSIFY, "text", "milk", "model", "words"), "[], as many as");
    ask(CLASSIFY, "text", "milk", "model", "counting");
    assertEquals(modelId("counting"), model("a"));
  }

  @Test
  public void aGetNeverExecutesAnAction() throws Exception {
    startCore();
    String old = modelId("counting");
    write("8");
    String json = "{params: {action: swap, model: counting}}";
    assertRefused(400, () -> ask(MODELS, "json", json), "'action'", "by POST");
    addPlain(act("id", "a"));
    // a nested request, for which Solr checks no permission
    assertRefused(
        400,
        () ->
            ask(
                "/query",
                "q",
                "*:*",
                "fl",
                "id,inner:[subquery]",
                "inner.qt",
                MODELS,
                "inner.action",
                "swap",
                "inner.model",
                "counting"),
        "[subquery]");
    assertEquals(old, model("b"));
    assertNotEquals(old, at(command(MODELS, "json", json), "model"));
  }

  @Test
  public void badActionsAreRefused() throws Exception {
    startCore();
    assertRefused(
        400, () -> ask(MODELS, "action", "swap", "model", "counting"), "'action'", "by POST");
    assertRefused(
        400, () -> command(MODELS, "action", "delete", "model", "counting"), "load, swap, unload");
    assertRefused(400, () -> command(MODELS, "action", "swap"), "'model' is missing");
    for (String action : List.of("load", "swap", "unload")) {
      assertRefused(409, () -> command(MODELS, "action", action, "model", "oracle"), "'oracle'");
    }
    for (String name : List.of("../counting", "/etc", "a/b", ".hidden", "..")) {
      assertRefused(
          409,
          () -> command(MODELS, "action", "load", "model", name),
          "the bundle name '" + name + "' must be");
    }
    assertEquals(1, ((List<?>) at(ask(MODELS), "models")).size());
  }
}
