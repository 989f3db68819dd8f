package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.impl.BaseHttpSolrClient.RemoteSolrException;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.SolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/** Corrections that reach any of two nodes, with two shards of two replicas. */
public class TestCorrectionsInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "eurlex";

  @BeforeClass
  public static void startCluster() throws Exception {
    Path models = createTempDir("models");
    TinyBundles.write(models, "words", "exact-match", 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 2)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 4);
  }

  @AfterClass
  public static void clearProperties() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
  }

  @Test
  public void concurrentCorrectionsAreKeptOrRefusedWithAConflict() throws Exception {
    List<String> labels = List.of("1", "2", "3", "4");
    ExecutorService people =
        ExecutorUtil.newMDCAwareFixedThreadPool(
            labels.size(), new SolrNamedThreadFactory("people"));
    try (SolrClient one = cluster.getJettySolrRunner(0).newClient();
        SolrClient other = cluster.getJettySolrRunner(1).newClient()) {
      for (int round = 0; round < 10; round++) {
        String id = "act" + round;
        cluster.getSolrClient().add(COLLECTION, act("id", id, "header", "nothing"));
        List<Future<?>> corrections = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
          SolrClient node = i % 2 == 0 ? one : other;
          String label = labels.get(i);
          corrections.add(people.submit(() -> confirm(node, id, label)));
        }
        for (Future<?> correction : corrections) {
          correction.get();
        }
        assertEquals(id, labels, sorted(COLLECTION, id, "eurovoc_confirmed"));
        assertEquals(id, labels, sorted(COLLECTION, id, "eurovoc_id"));
      }
    } finally {
      ExecutorUtil.shutdownAndAwaitTermination(people);
    }
  }

  /** Sends a correction again after a conflict, as the documentation tells clients to do. */
  private static Void confirm(SolrClient node, String id, String label) throws Exception {
    while (true) {
      try {
        node.add(COLLECTION, act("id", id, "eurovoc_confirmed", of("add", label)));
        return null;
      } catch (RemoteSolrException e) {
        assertEquals(e.getMessage(), SolrException.ErrorCode.CONFLICT.code, e.code());
      }
    }
  }

  @Test
  public void aCorrectionInTheRequestOfItsDocumentIsRefused() throws Exception {
    UpdateRequest request = new UpdateRequest();
    request.add(act("id", "both", "header", "milk"));
    request.add(act("id", "both", "eurovoc_confirmed", of("add", "4")));
    try (SolrClient node = cluster.getJettySolrRunner(0).newClient()) {
      SolrException e = expectThrows(SolrException.class, () -> request.process(node, COLLECTION));
      assertEquals(400, e.code());
      assertTrue(e.getMessage(), e.getMessage().contains("send it in a request of its own"));
    }
  }

  @Test
  public void reindexingKeepsWhoGaveALabel() throws Exception {
    SolrClient solr = cluster.getSolrClient();
    solr.add(COLLECTION, act("id", "model", "header", "milk and cheese"));
    solr.add(COLLECTION, act("id", "person", "header", "milk and cheese"));
    solr.add(
        COLLECTION,
        act(
            "id",
            "person",
            "eurovoc_rejected",
            of("add", "1"),
            "eurovoc_confirmed",
            of("add", "4")));
    solr.commit(COLLECTION);
    CollectionAdminRequest.createCollection("copy", "lmtc", 2, 1).process(solr);
    cluster.waitForActiveCollection("copy", 2, 2);
    // what REINDEXCOLLECTION does, which itself needs a configset of Solr's distribution
    SolrParams copying =
        params(
            "expr",
            "update(copy, search(eurlex, q=\"*:*\", fl=\"id,*\", sort=\"id asc\", rows=100))",
            "qt",
            "/stream");
    String url = cluster.getJettySolrRunner(0).getBaseUrl() + "/" + COLLECTION;
    try (SolrStream stream = new SolrStream(url, copying)) {
      stream.setStreamContext(new StreamContext());
      stream.open();
      long copied = 0;
      for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
        copied += tuple.getLong("batchIndexed");
      }
      assertTrue(copied + " documents", copied >= 2);
    }
    solr.commit("copy");
    assertEquals(List.of(), sorted("copy", "model", "eurovoc_confirmed"));
    assertEquals(List.of("1", "2"), sorted("copy", "model", "eurovoc_id"));
    assertEquals(List.of("1", "2"), sorted("copy", "person", "eurovoc_suggested"));
    assertEquals(List.of("2", "4"), sorted("copy", "person", "eurovoc_id"));
    assertEquals(List.of("1"), sorted("copy", "person", "eurovoc_rejected"));
  }

  private static SolrInputDocument act(Object... fieldsAndValues) {
    SolrInputDocument doc = new SolrInputDocument();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      doc.addField((String) fieldsAndValues[i], fieldsAndValues[i + 1]);
    }
    return doc;
  }

  private static List<Object> sorted(String collection, String id, String field) throws Exception {
    SolrDocument doc = cluster.getSolrClient().getById(collection, id);
    Collection<Object> values = doc.getFieldValues(field);
    return values == null ? List.of() : values.stream().sorted().toList();
  }
}
