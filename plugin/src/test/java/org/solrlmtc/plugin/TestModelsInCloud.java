package org.solrlmtc.plugin;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.Utils;
import org.apache.solr.security.Sha256AuthenticationProvider;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Over real HTTP, on two nodes with users: a model is changed on every node that has a part of the
 * collection, by those who may, and metrics reach Prometheus.
 */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestModelsInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";
  private static Path models;

  @BeforeClass
  public static void startCluster() throws Exception {
    models = createTempDir("models");
    TestModels.write(models, "words", "exact-match", 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
    System.setProperty("metricsEnabled", "true");
    configureCluster(2)
        .addConfig("lmtc", Path.of("..", "conf", "configset"))
        .withSecurityJson(security())
        .configure();
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 1)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 2);
  }

  private static String security() {
    String password = Sha256AuthenticationProvider.getSaltedHashedValue("pw");
    return """
    {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": false,
       "credentials": {"admin": "PASSWORD", "reader": "PASSWORD"}},
     "authorization": {"class": "solr.RuleBasedAuthorizationPlugin",
       "user-role": {"admin": ["edits", "reads"], "reader": "reads"},
       "permissions": [{"name": "config-edit", "role": "edits"},
                       {"name": "config-read", "role": "reads"}]}}\
    """
        .replace("PASSWORD", password);
  }

  @AfterClass
  public static void forgetModels() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
    System.clearProperty("metricsEnabled");
  }

  private record Response(int status, String body) {
    /** An entry inside the body, by the names on the way to it. */
    Object json(String... path) {
      Object found = Utils.fromJSONString(body);
      for (String step : path) {
        found = ((Map<?, ?>) found).get(step);
      }
      return found;
    }
  }

  private static Response send(String method, String user, String path) throws Exception {
    String base = cluster.getJettySolrRunner(0).getBaseUrl().toString();
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(base + path).toURL().openConnection();
    connection.setRequestMethod(method);
    if (!user.isEmpty()) {
      String credentials =
          Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8));
      connection.setRequestProperty("Authorization", "Basic " + credentials);
    }
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Response(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Response models(String method, String user, String query) throws Exception {
    return send(method, user, "/" + COLLECTION + "/lmtc/models?" + query);
  }

  private static List<String> nodes() {
    return cluster.getJettySolrRunners().stream().map(node -> node.getNodeName()).toList();
  }

  @Test
  public void aSwapReachesEveryNodeAndAFailureIsToldByNode() throws Exception {
    String swapped = TestModels.write(models, "words", "8", "exact-match", 0.5, 10).id();
    Response response = models("POST", "admin", "action=swap&model=words");
    assertEquals(response.body(), 200, response.status());
    for (String node : nodes()) {
      assertEquals(response.body(), swapped, response.json("nodes", node, "model"));
    }
    Response listed = models("GET", "reader", "distrib=true");
    for (String node : nodes()) {
      String entry = Utils.toJSONString(listed.json("nodes", node));
      assertTrue(entry, entry.contains(swapped));
    }
    Path labels = models.resolve("words").resolve("labels.tsv");
    byte[] whole = Files.readAllBytes(labels);
    Files.write(labels, new byte[] {'x'});
    Response failed = models("POST", "admin", "action=swap&model=words");
    assertEquals(failed.body(), 500, failed.status());
    for (String node : nodes()) {
      String reason = (String) failed.json("nodes", node, "error");
      assertTrue(reason, reason.contains("labels.tsv"));
    }
    Files.write(labels, whole);
    SolrInputDocument act = new SolrInputDocument();
    act.addField("id", "a");
    act.addField("header", "milk");
    cluster.getSolrClient().add(COLLECTION, act);
    assertEquals(
        swapped, cluster.getSolrClient().getById(COLLECTION, "a").getFieldValue("lmtc_model"));
  }

  @Test
  public void onlyThoseWhoMayEditTheConfigurationChangeModels() throws Exception {
    for (String action : List.of("load", "swap", "unload")) {
      String query = "action=" + action + "&model=words";
      assertEquals(403, models("POST", "reader", query).status());
      assertEquals(401, models("POST", "", query).status());
      assertEquals(403, models("GET", "reader", query).status());
    }
    assertEquals(401, models("GET", "", "").status());
    Response allowed = models("GET", "reader", "");
    assertEquals(allowed.body(), 200, allowed.status());
  }

  @Test
  public void metricsReachPrometheus() throws Exception {
    SolrInputDocument act = new SolrInputDocument();
    act.addField("id", "b");
    act.addField("header", "milk");
    cluster.getSolrClient().add(COLLECTION, act);
    StringBuilder all = new StringBuilder();
    for (int node = 0; node < 2; node++) {
      String url = cluster.getJettySolrRunner(node).getBaseUrl() + "/admin/metrics?wt=prometheus";
      try (InputStream in = URI.create(url).toURL().openStream()) {
        all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    for (String sample :
        List.of(
            "solr_metrics_core_requests_total\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"documents\"\\}",
            "solr_metrics_core_requests_total\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"failedTimedOut\"\\}",
            "solr_metrics_core_request_time_ms\\{category=\"UPDATE\",.*handler=\"lmtc\".*quantile=\"0.99\".*\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"queueDepth\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\",item=\"p95\".*type=\"inferenceMillis\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\",item=\"words/.*type=\"model\"\\}",
            "solr_metrics_node_requests_total\\{category=\"UPDATE\",handler=\"lmtc/words\",type=\"scored\"\\}")) {
      assertTrue(
          sample + " in " + all,
          all.toString().lines().anyMatch(line -> line.matches(sample + " .*")));
    }
  }
}
