package org.solrlmtc.plugin.update;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ContentStreamUpdateRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.embedded.JettySolrRunner;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.CountingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/** Labelling on two nodes, with two shards of two replicas and the shipped configset. */
public class TestCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "eurlex";
  private static final int ACTS = 60;
  private static String modelId;

  @BeforeClass
  public static void startCluster() throws Exception {
    Path models = createTempDir("models");
    modelId = TinyBundles.write(models, "counting", CountingScorers.METHOD, 0.5, 10).id();
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "counting");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 2)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 4);
  }

  @Before
  public void emptyCollection() throws Exception {
    cluster.getSolrClient().deleteByQuery(COLLECTION, "*:*");
    cluster.getSolrClient().commit(COLLECTION);
    CountingScorers.ASKED.clear();
  }

  @AfterClass
  public static void clearProperties() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
  }

  @Test
  public void eachDocumentIsLabelledOnceAndEveryReplicaHasItsLabels() throws Exception {
    List<SolrInputDocument> acts = new ArrayList<>();
    for (int i = 0; i < ACTS; i++) {
      SolrInputDocument act = new SolrInputDocument();
      act.addField("id", "act-" + i);
      act.addField("header", "about milk " + i);
      acts.add(act);
    }
    // half through the client that sends to leaders, half through a node that has to forward
    cluster.getSolrClient().add(COLLECTION, acts.subList(0, ACTS / 2));
    try (SolrClient node = cluster.getJettySolrRunner(0).newClient()) {
      node.add(COLLECTION, acts.subList(ACTS / 2, ACTS));
    }
    cluster.getSolrClient().commit(COLLECTION);

    assertEquals(ACTS, CountingScorers.ASKED.size());
    for (Map.Entry<String, Integer> asked : CountingScorers.ASKED.entrySet()) {
      assertEquals(asked.getKey(), 1, (int) asked.getValue());
    }
    assertEquals(ACTS, found(cluster.getSolrClient(), COLLECTION, "eurovoc_id:1"));
    long inReplicas = 0;
    for (Replica replica :
        getCollectionState(COLLECTION).getSlices().stream()
            .flatMap(shard -> shard.getReplicas().stream())
            .toList()) {
      try (SolrClient client = cluster.getReplicaJetty(replica).newClient()) {
        SolrQuery local = new SolrQuery("*:*").setParam("distrib", "false");
        long all = client.query(replica.getCoreName(), local).getResults().getNumFound();
        assertTrue(replica + " is empty", all > 0);
        assertEquals(
            all,
            client
                .query(
                    replica.getCoreName(),
                    local
                        .setQuery("eurovoc_id:1 AND lmtc_model:\"" + modelId + "\"")
                        .setParam("defType", "lucene"))
                .getResults()
                .getNumFound());
        inReplicas += all;
      }
    }
    assertEquals(2 * ACTS, inReplicas);
  }

  @Test
  public void aDeletionOfNothingIsRefusedByEveryNodeAndNothingIsLost() throws Exception {
    SolrInputDocument act = new SolrInputDocument();
    act.addField("id", "a");
    act.addField("header", "milk");
    cluster.getSolrClient().add(COLLECTION, act);
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      for (String nothing : List.of("null", "[null]", "{\"id\":null}", "{}")) {
        ContentStreamUpdateRequest request = new ContentStreamUpdateRequest("/update");
        request.addContentStream(
            new ContentStreamBase.StringStream("{\"delete\":" + nothing + "}", "application/json"));
        try (SolrClient client = node.newClient()) {
          SolrException refused =
              expectThrows(SolrException.class, () -> client.request(request, COLLECTION));
          assertEquals(refused.toString(), 400, refused.code());
        }
      }
    }
    cluster.getSolrClient().commit(COLLECTION);
    assertEquals(1, found(cluster.getSolrClient(), COLLECTION, "id:a"));
  }

  @Test
  public void anAtomicUpdateFetchesTheTextFromAnyShard() throws Exception {
    SolrClient solr = cluster.getSolrClient();
    for (int i = 0; i < 8; i++) {
      SolrInputDocument act = new SolrInputDocument();
      act.addField("id", "atomic-" + i);
      act.addField("header", "milk");
      solr.add(COLLECTION, act);
    }
    try (SolrClient node = cluster.getJettySolrRunner(0).newClient()) {
      for (int i = 0; i < 8; i++) {
        SolrInputDocument change = new SolrInputDocument();
        change.addField("id", "atomic-" + i);
        change.addField("recitals", Map.of("set", "cheese"));
        node.add(COLLECTION, change);
      }
    }
    solr.commit(COLLECTION);
    assertEquals(
        8,
        found(
            solr,
            COLLECTION,
            "id:atomic-* AND header:milk AND recitals:cheese AND lmtc_status:labelled"));
  }

  private static long found(SolrClient client, String collection, String query) throws Exception {
    return client
        .query(collection, new SolrQuery(query).setParam("defType", "lucene"))
        .getResults()
        .getNumFound();
  }
}
