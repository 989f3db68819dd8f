package org.solrlmtc.plugin.update;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.embedded.JettySolrRunner;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** A node that forwards a request keeps its Origin, which is not the address of the other node. */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestForgedOriginInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("lmtc.model", "words");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      Path models = Files.createDirectory(Path.of(node.getSolrHome(), "models"));
      TinyBundles.write(models, "words", "1", "exact-match", 0.5, 10);
    }
    // on one of the nodes only: the other one forwards
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 1, 1)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 1, 1);
  }

  @AfterClass
  public static void clearProperty() {
    System.clearProperty("lmtc.model");
  }

  private static String origin(JettySolrRunner node) {
    URI url = URI.create(node.getBaseUrl().toString());
    return url.getScheme() + "://" + url.getAuthority();
  }

  private static int post(JettySolrRunner node, String origin, String id) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(node.getBaseUrl() + "/" + COLLECTION + "/update/json?commit=true"))
            .header("Content-Type", "text/plain")
            .header("Origin", origin)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "[{\"id\":\"" + id + "\",\"header\":\"milk\"}]"))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  public void pagesOfEveryLiveNodeMayWriteAndOthersMayNot() throws Exception {
    JettySolrRunner first = cluster.getJettySolrRunner(0);
    JettySolrRunner second = cluster.getJettySolrRunner(1);
    for (JettySolrRunner node : Set.of(first, second)) {
      assertEquals(200, post(node, origin(first), "a"));
      assertEquals(200, post(node, origin(second), "b"));
      // the address of a node is only the beginning of this one
      for (String forged :
          Set.of("http://evil.test", "null", origin(first) + "0", origin(first) + "_x")) {
        assertEquals(forged, 403, post(node, forged, "forged"));
      }
    }
    assertEquals(
        2,
        cluster.getSolrClient().query(COLLECTION, new SolrQuery("*:*")).getResults().getNumFound());
  }
}
