package org.solrlmtc.plugin.update;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.embedded.JettySolrRunner;
import org.apache.solr.util.TestInjection;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.CloudClients;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/**
 * Faults on three nodes, each with its own models folder, and two shards of two replicas. A node
 * fails while clients index. Afterwards every acknowledged act is in the index once, on all
 * replicas of its shard, with the labels of the model that it names.
 */
public class TestCloudFaults extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";
  private static final String MODEL = "words";
  private static final int SHARDS = 2;
  private static final int REPLICAS = SHARDS * 2;

  /** Number of labels that each version of the model assigns to the clients' acts. */
  private static final Map<String, Integer> LABELS_BY_VERSION = Map.of("7", 2, "8", 1);

  private String modelId;

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("lmtc.model", MODEL);
    configureCluster(3).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
  }

  @AfterClass
  public static void clearModelProperty() {
    System.clearProperty("lmtc.model");
  }

  @Before
  public void createCollection() throws Exception {
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      modelId = write(node, "7");
    }
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", SHARDS, REPLICAS / SHARDS)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, SHARDS, REPLICAS);
  }

  @After
  public void deleteCollection() throws Exception {
    TestInjection.skipIndexWriterCommitOnClose = false;
    CollectionAdminRequest.deleteCollection(COLLECTION).process(cluster.getSolrClient());
  }

  private static Path models(JettySolrRunner node) {
    return Path.of(node.getSolrHome(), "models");
  }

  private static String write(JettySolrRunner node, String version) throws Exception {
    int labels = LABELS_BY_VERSION.get(version);
    return TinyBundles.write(models(node), MODEL, version, "exact-match", 0.5, labels).id();
  }

  private static void damageModel(JettySolrRunner node) throws Exception {
    Files.writeString(models(node).resolve(MODEL).resolve("labels.tsv"), "x");
  }

  private static JettySolrRunner leaderOfFirstShard() {
    return cluster.getReplicaJetty(getCollectionState(COLLECTION).getLeader("shard1"));
  }

  /** A node with replicas none of which is a leader. */
  private static JettySolrRunner follower() {
    DocCollection collection = getCollectionState(COLLECTION);
    return cluster.getJettySolrRunners().stream()
        .filter(node -> !collection.getReplicasOnNode(node.getNodeName()).isEmpty())
        .filter(
            node ->
                collection.getSlices().stream()
                    .noneMatch(shard -> shard.getLeader().getNodeName().equals(node.getNodeName())))
        .findFirst()
        .orElseThrow();
  }

  private static JettySolrRunner otherThan(JettySolrRunner node) {
    return cluster.getJettySolrRunners().stream()
        .filter(each -> each != node)
        .findFirst()
        .orElseThrow();
  }

  @Test
  public void noActIsLostWhenANodeDies() throws Exception {
    JettySolrRunner dying = leaderOfFirstShard();
    try (CloudClients clients = new CloudClients(COLLECTION);
        SolrClient toOther = otherThan(dying).newClient();
        SolrClient toDying = dying.newClient()) {
      clients.start("cloud", cluster.getSolrClient());
      clients.start("other", toOther);
      clients.start("dying", toDying);
      clients.awaitProgress();
      // its index stays as a killed process leaves it
      TestInjection.skipIndexWriterCommitOnClose = true;
      dying.stop();
      LabellingTestCase.await(() -> !clients.failures().isEmpty());
      dying.start();
      clients.awaitProgress();
      clients.stop();
      assertAllThere(clients.acknowledged(), Set.of(modelId));
    }
  }

  @Test
  public void noActIsLostWhenANodeLosesItsZooKeeperSession() throws Exception {
    JettySolrRunner losing = leaderOfFirstShard();
    try (CloudClients clients = new CloudClients(COLLECTION);
        SolrClient toLosing = losing.newClient()) {
      clients.start("cloud", cluster.getSolrClient());
      clients.start("losing", toLosing);
      clients.awaitProgress();
      long session = session(losing);
      cluster.expireZkSession(losing);
      LabellingTestCase.await(() -> session(losing) != session);
      clients.awaitProgress();
      clients.stop();
      assertAllThere(clients.acknowledged(), Set.of(modelId));
    }
  }

  private static long session(JettySolrRunner node) {
    return node.getCoreContainer().getZkController().getZkClient().getZooKeeper().getSessionId();
  }

  @Test
  public void everyActHasTheLabelsOfItsModelWhenANewOneIsDamagedOnOneNode() throws Exception {
    JettySolrRunner broken = leaderOfFirstShard();
    JettySolrRunner sound = otherThan(broken);
    try (CloudClients clients = new CloudClients(COLLECTION);
        SolrClient toBroken = broken.newClient();
        SolrClient toSound = sound.newClient()) {
      clients.start("cloud", cluster.getSolrClient());
      clients.start("broken", toBroken);
      clients.start("sound", toSound);
      clients.awaitProgress();
      String newId = "";
      for (JettySolrRunner node : cluster.getJettySolrRunners()) {
        newId = write(node, "8");
      }
      damageModel(broken);
      SolrException failure = expectThrows(SolrException.class, () -> swap(toSound));
      assertEquals(500, failure.code());
      assertTrue(failure.getMessage(), failure.getMessage().contains("1 of 3 nodes failed: "));
      assertTrue(failure.getMessage(), failure.getMessage().contains(broken.getNodeName() + ": "));
      assertTrue(failure.getMessage(), failure.getMessage().contains("labels.tsv"));
      assertEquals(modelId, served(toSound, broken));
      assertEquals(newId, served(toSound, sound));
      clients.awaitProgress();
      write(broken, "8");
      swap(toSound);
      assertEquals(newId, served(toSound, broken));
      clients.awaitProgress();
      clients.stop();
      assertEquals(List.of(), clients.failures());
      assertAllThere(clients.acknowledged(), Set.of(modelId, newId));
    }
  }

  private static NamedList<Object> swap(SolrClient client) throws Exception {
    return client.request(
        new GenericSolrRequest(
                METHOD.POST, "/lmtc/models", params("action", "swap", "model", MODEL))
            .setRequiresCollection(true),
        COLLECTION);
  }

  /** The id of the model that a node labels with, as reported by any node. */
  private static Object served(SolrClient client, JettySolrRunner node) throws Exception {
    NamedList<Object> answer =
        client.request(
            new GenericSolrRequest(METHOD.GET, "/lmtc/models", params("distrib", "true"))
                .setRequiresCollection(true),
            COLLECTION);
    return HandlerTestCase.at(answer, "nodes", node.getNodeName(), "models", 0, "id");
  }

  @Test
  public void noActIsLostWhenANodeComesBackWithABrokenModel() throws Exception {
    // when a leader cannot come back, Solr may wait for it
    JettySolrRunner broken = follower();
    List<Replica> onBroken = getCollectionState(COLLECTION).getReplicasOnNode(broken.getNodeName());
    Set<String> acknowledged = new TreeSet<>();
    try (CloudClients clients = new CloudClients(COLLECTION)) {
      clients.start("before", cluster.getSolrClient());
      clients.awaitProgress();
      clients.stop();
      acknowledged.addAll(clients.acknowledged());
    }
    damageModel(broken);
    broken.stop();
    broken.start();
    cluster.waitForNode(broken, 60);
    cluster.waitForActiveCollection(COLLECTION, SHARDS, REPLICAS - onBroken.size());
    try (CloudClients clients = new CloudClients(COLLECTION);
        SolrClient toOther = otherThan(broken).newClient();
        SolrClient toBroken = broken.newClient()) {
      for (Replica replica : onBroken) {
        SolrException refusal =
            expectThrows(SolrException.class, () -> toBroken.commit(replica.getCoreName()));
        assertEquals(500, refusal.code());
        assertTrue(refusal.getMessage(), refusal.getMessage().contains("due to init failure"));
        assertTrue(refusal.getMessage(), refusal.getMessage().contains("labels.tsv"));
      }
      SolrException failure = expectThrows(SolrException.class, () -> swap(toOther));
      assertTrue(failure.getMessage(), failure.getMessage().contains("1 of 3 nodes failed: "));
      assertTrue(failure.getMessage(), failure.getMessage().contains(broken.getNodeName() + ": "));
      // the node forwards what it cannot do itself
      clients.start("broken", toBroken);
      clients.start("other", toOther);
      clients.awaitProgress();
      write(broken, "7");
      broken.stop();
      broken.start();
      clients.awaitProgress();
      clients.stop();
      acknowledged.addAll(clients.acknowledged());
    }
    assertAllThere(acknowledged, Set.of(modelId));
  }

  /** Waits for all replicas, and compares their acts with the acknowledged ones. */
  private static void assertAllThere(Set<String> acknowledged, Set<String> models)
      throws Exception {
    waitForState(
        "replicas did not recover",
        COLLECTION,
        120,
        TimeUnit.SECONDS,
        activeClusterShape(SHARDS, REPLICAS));
    cluster.getSolrClient().commit(COLLECTION);
    Set<String> found = new TreeSet<>();
    Set<String> modelsFound = new TreeSet<>();
    for (Slice shard : getCollectionState(COLLECTION).getSlices()) {
      List<Map<String, String>> replicas = new ArrayList<>();
      for (Replica replica : shard) {
        replicas.add(modelsOfActs(replica));
      }
      assertEquals(shard.getName(), replicas.get(0), replicas.get(1));
      for (String id : replicas.get(0).keySet()) {
        assertTrue(id + " is in two shards", found.add(id));
      }
      modelsFound.addAll(replicas.get(0).values());
    }
    assertEquals(
        "acknowledged and lost, or never acknowledged", new TreeSet<>(acknowledged), found);
    assertEquals(new TreeSet<>(models), modelsFound);
  }

  /** The acts of a replica with the models that labelled them. */
  private static Map<String, String> modelsOfActs(Replica replica) throws Exception {
    Map<String, String> models = new TreeMap<>();
    try (SolrClient client = cluster.getReplicaJetty(replica).newClient()) {
      SolrQuery all = new SolrQuery("*:*").setRows(1_000_000).setParam("distrib", "false");
      all.setFields("id", "eurovoc_id", "lmtc_model", "lmtc_status");
      for (SolrDocument act : client.query(replica.getCoreName(), all).getResults()) {
        String model = (String) act.getFieldValue("lmtc_model");
        assertNull(act + " stands twice", models.put((String) act.getFieldValue("id"), model));
        assertEquals(act.toString(), "labelled", act.getFieldValue("lmtc_status"));
        String version = model.substring(model.indexOf('/') + 1, model.indexOf('+'));
        assertEquals(
            act.toString(),
            (int) LABELS_BY_VERSION.get(version),
            act.getFieldValues("eurovoc_id").size());
      }
    }
    return models;
  }
}
