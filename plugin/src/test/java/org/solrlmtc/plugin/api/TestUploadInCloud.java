package org.solrlmtc.plugin.api;

import static org.solrlmtc.plugin.fixtures.HandlerTestCase.at;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.params.MapSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.embedded.JettySolrRunner;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.fixtures.Zips;

/** Two nodes, each with a models folder of its own. */
public class TestUploadInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("lmtc.model", "words");
    System.setProperty("lmtc.models.upload", "true");
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
    System.clearProperty("lmtc.models.upload");
  }

  private static Path models(JettySolrRunner node) {
    return Path.of(node.getSolrHome(), "models");
  }

  private static NamedList<?> send(GenericSolrRequest request) throws Exception {
    return cluster.getSolrClient().request(request.setRequiresCollection(true), COLLECTION);
  }

  private static GenericSolrRequest action(Map<String, String> params) {
    return new GenericSolrRequest(METHOD.POST, "/lmtc/models", new MapSolrParams(params));
  }

  private static void assertOnEveryNode(String id, NamedList<?> answer) {
    NamedList<?> nodes = (NamedList<?>) answer.get("nodes");
    assertEquals(2, nodes.size());
    nodes.forEach((node, response) -> assertEquals(node, id, at(response, "model")));
  }

  @Test
  public void aBundleReachesAllNodesAndAnAliasNamesItOnAllNodes() throws Exception {
    Path elsewhere = createTempDir("elsewhere");
    String second = TinyBundles.write(elsewhere, "words", "2", "exact-match", 0.5, 10).id();
    assertOnEveryNode(
        second,
        send(
            action(Map.of("action", "upload", "model", "words"))
                .withContent(Zips.of(elsewhere.resolve("words")), "application/zip")));
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      assertEquals(second, ModelBundle.open(models(node), "words").id());
    }

    String other = TinyBundles.write(elsewhere, "other", "1", "exact-match", 0.5, 10).id();
    send(
        action(Map.of("action", "upload", "model", "other"))
            .withContent(Zips.of(elsewhere.resolve("other")), "application/zip"));
    send(action(Map.of("action", "alias", "alias", "production", "model", "words")));
    assertOnEveryNode(second, send(action(Map.of("action", "load", "model", "production"))));
    assertOnEveryNode(
        other, send(action(Map.of("action", "alias", "alias", "production", "model", "other"))));
    NamedList<?> listed =
        send(new GenericSolrRequest(METHOD.GET, "/lmtc/models", new MapSolrParams(Map.of())));
    assertEquals(Map.of("production", "other"), at(listed, "aliases"));
  }
}
