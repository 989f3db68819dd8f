package org.solrlmtc.plugin.api;

import static org.solrlmtc.plugin.fixtures.HandlerTestCase.at;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.apache.solr.embedded.JettySolrRunner;
import org.awaitility.Awaitility;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** Two nodes, each with a models folder of its own, that index while a label is added. */
public class TestConceptEditsInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("lmtc.model", "words");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      TinyBundles.write(Files.createDirectory(models(node)), "words", "1", "exact-match", 0.5, 10);
    }
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 1)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 2);
  }

  @AfterClass
  public static void clearProperties() {
    System.clearProperty("lmtc.model");
  }

  private static Path models(JettySolrRunner node) {
    return Path.of(node.getSolrHome(), "models");
  }

  private static void index(int number) throws Exception {
    SolrInputDocument act = new SolrInputDocument();
    act.setField("id", "act-" + number);
    act.setField("header", "milk and oat drink");
    cluster.getSolrClient().add(COLLECTION, act);
  }

  private static NamedList<?> addConcept(String id, String name) throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("action", "add-concept").set("model", "words");
    params.set("concept", id).set("name", name).set("broader", "1");
    return cluster
        .getSolrClient()
        .request(
            new GenericSolrRequest(METHOD.POST, "/lmtc/models", params).setRequiresCollection(true),
            COLLECTION);
  }

  @Test
  public void labelsReachAllNodesWhileTheyIndexAndNothingIsLost() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    ExecutorService clients =
        Executors.newFixedThreadPool(2, new SolrNamedThreadFactory("clients"));
    List<Future<?>> running = new ArrayList<>();
    for (int client = 0; client < 2; client++) {
      running.add(
          clients.submit(
              () -> {
                while (!stop.get()) {
                  index(next.getAndIncrement());
                }
                return null;
              }));
    }
    Awaitility.await().until(() -> next.get() > 20);
    for (int edit = 0; edit < 5; edit++) {
      NamedList<?> answer = addConcept("oat-" + edit, "oat drink".substring(0, 9 - edit));
      Set<Object> digests = new HashSet<>();
      ((NamedList<?>) answer.get("nodes"))
          .forEach((node, response) -> digests.add(at(response, "digest")));
      assertEquals(1, digests.size());
      assertNull(answer.get("warning"));
    }
    int during = next.get();
    Awaitility.await().until(() -> next.get() > during + 20);
    stop.set(true);
    for (Future<?> client : running) {
      client.get();
    }
    clients.shutdown();
    cluster.getSolrClient().commit(COLLECTION);
    List<SolrDocument> indexed =
        cluster
            .getSolrClient()
            .query(COLLECTION, new SolrQuery("*:*").setRows(1_000_000))
            .getResults();
    assertEquals(next.get(), indexed.size());
    for (SolrDocument act : indexed) {
      assertEquals("labelled", act.getFirstValue("lmtc_status"));
      assertTrue(act.getFieldValues("eurovoc_id").contains("1"));
      if (Integer.parseInt(((String) act.getFirstValue("id")).substring(4)) > during + 2) {
        assertTrue(act.getFieldValues("eurovoc_id").contains("oat-0"));
      }
    }
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      assertEquals(9, ModelBundle.open(models(node), "words").labels().size());
    }
  }
}
