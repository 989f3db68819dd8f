package org.solrlmtc.plugin.api;

import static org.solrlmtc.plugin.fixtures.HandlerTestCase.at;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.embedded.JettySolrRunner;
import org.awaitility.Awaitility;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** What people review on any node, the models of all nodes remember. */
public class TestMemoryInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("lmtc.model", "near");
    System.setProperty("lmtc.remember", "true");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    // the same bundle for all nodes: no two Lucene indexes have the same bytes
    Path made = createTempDir("models");
    TinyBundles.writeNeighbours(made, "near");
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      Path target = Files.createDirectories(Path.of(node.getSolrHome(), "models", "near"));
      try (Stream<Path> files = Files.list(made.resolve("near"))) {
        for (Path file : files.toList()) {
          Files.write(target.resolve(file.getFileName().toString()), Files.readAllBytes(file));
        }
      }
    }
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 1)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 2);
  }

  @AfterClass
  public static void clearProperties() {
    System.clearProperty("lmtc.model");
    System.clearProperty("lmtc.remember");
  }

  private static NamedList<?> ask(METHOD method, String... namesAndValues) throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      params.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return cluster
        .getSolrClient()
        .request(
            new GenericSolrRequest(method, "/lmtc/models", params).setRequiresCollection(true),
            COLLECTION);
  }

  /** What each node remembers. */
  private static List<Object> ids() throws Exception {
    List<Object> ids = new ArrayList<>();
    ((NamedList<?>) ask(METHOD.GET, "distrib", "true", "memoryIds", "true").get("nodes"))
        .forEach((node, list) -> ids.add(at(list, "models", 0, "memory", "ids")));
    return ids;
  }

  @Test
  public void allNodesRememberTheSame() throws Exception {
    for (int i = 0; i < 6; i++) {
      SolrInputDocument act = new SolrInputDocument();
      act.setField("id", "act-" + i);
      act.setField("main_body", "goats at oats");
      act.setField("eurovoc_id", "3");
      cluster.getSolrClient().add(COLLECTION, act);
      // one after the other: two nodes could take two acts in different order
      int learned = i + 1;
      Awaitility.await()
          .until(() -> ids().stream().allMatch(of -> ((List<?>) of).size() == learned));
    }
    List<Object> ids = ids();
    assertEquals(2, ids.size());
    assertEquals(ids.get(0), ids.get(1));
    SolrInputDocument changed = new SolrInputDocument();
    changed.setField("id", "act-3");
    changed.setField("lmtc_reviewed", Collections.singletonMap("set", null));
    cluster.getSolrClient().add(COLLECTION, changed);
    Awaitility.await()
        .until(() -> ids().stream().noneMatch(of -> ((List<?>) of).contains("act-3")));
    NamedList<?> forgotten = ask(METHOD.POST, "action", "forget", "model", "near", "all", "true");
    assertNull(forgotten.get("warning"));
    assertEquals(List.of(List.of(), List.of()), ids());
  }
}
