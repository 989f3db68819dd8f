package org.solrlmtc.plugin.api;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.util.Utils;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.embedded.JettySolrRunner;
import org.apache.solr.security.Sha256AuthenticationProvider;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/**
 * Over real HTTP, on two nodes with users: actions reach every node that has a replica of the
 * collection, permissions are enforced, and metrics are exported to Prometheus.
 */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestModelsInCloud extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";
  private static Path models;

  @BeforeClass
  public static void startCluster() throws Exception {
    models = createTempDir("models");
    TinyBundles.write(models, "words", "exact-match", 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
    System.setProperty("metricsEnabled", "true");
    configureCluster(2)
        .addConfig("lmtc", Path.of("..", "conf", "configset"))
        .withSecurityJson(security())
        .configure();
    asAdmin(CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 1))
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 2);
  }

  private static String security() {
    String password = Sha256AuthenticationProvider.getSaltedHashedValue("pw");
    return """
    {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
       "credentials": {"admin": "PASSWORD", "reader": "PASSWORD"}},
     "authorization": {"class": "solr.RuleBasedAuthorizationPlugin",
       "user-role": {"admin": ["edits", "reads"], "reader": "reads"},
       "permissions": [{"name": "config-edit", "role": "edits"},
                       {"name": "config-read", "role": "reads"},
                       {"name": "read", "role": "reads"},
                       {"name": "all", "role": "edits"}]}}\
    """
        .replace("PASSWORD", password);
  }

  @AfterClass
  public static void clearModelProperties() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
    System.clearProperty("metricsEnabled");
  }

  private static <T extends SolrRequest<?>> T asAdmin(T request) {
    request.setBasicAuthCredentials("admin", "pw");
    return request;
  }

  private static void index(String id) throws Exception {
    SolrInputDocument act = new SolrInputDocument();
    act.addField("id", id);
    act.addField("header", "milk");
    asAdmin(new UpdateRequest().add(act)).process(cluster.getSolrClient(), COLLECTION);
  }

  private record Response(int status, String body) {
    /** An entry inside the body, by its path of names. */
    Object json(String... path) {
      Object found = Utils.fromJSONString(body);
      for (String step : path) {
        found = ((Map<?, ?>) found).get(step);
      }
      return found;
    }
  }

  private static Response send(String method, String user, String path) throws Exception {
    return send(cluster.getJettySolrRunner(0), method, user, path, "");
  }

  private static Response send(
      JettySolrRunner node, String method, String user, String path, String json) throws Exception {
    String solr = node.getBaseUrl().toString();
    String base = path.startsWith("/api/") ? solr.substring(0, solr.indexOf("/solr")) : solr;
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(base + path).toURL().openConnection();
    connection.setRequestMethod(method);
    if (!user.isEmpty()) {
      String credentials =
          Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8));
      connection.setRequestProperty("Authorization", "Basic " + credentials);
    }
    if (!json.isEmpty()) {
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(json.getBytes(StandardCharsets.UTF_8));
      }
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
  public void theHandlersHavePathsOfTheV2ApiThatDescribeThemselves() throws Exception {
    String path = "/api/c/" + COLLECTION + "/lmtc/";
    Response list = send("GET", "reader", path + "models?distrib=true");
    assertEquals(list.body(), 200, list.status());
    assertEquals(2, ((Map<?, ?>) list.json("versions")).size());
    assertEquals(403, send("POST", "reader", path + "models?action=swap&model=words").status());
    assertEquals(200, send("POST", "admin", path + "models?action=swap&model=words").status());
    Response labels = send("GET", "reader", path + "classify?text=milk");
    assertTrue(labels.body(), labels.body().contains("\"milk\""));
    String described = send("GET", "admin", path + "evaluate/_introspect").body();
    assertTrue(described, described.contains("the field of gold labels"));
  }

  @Test
  public void nodesThatHaveDifferentVersionsAreReported() throws Exception {
    String before = TinyBundles.write(models, "words", "exact-match", 0.5, 10).id();
    models("POST", "admin", "action=swap&model=words");
    assertNull(models("GET", "admin", "distrib=true").json("warning"));
    String after = TinyBundles.write(models, "words", "8", "exact-match", 0.5, 10).id();
    Response swapped = models("POST", "admin", "action=swap&model=words&distrib=false");
    assertEquals(swapped.body(), 200, swapped.status());
    Map<?, ?> versions = (Map<?, ?>) swapped.json("versions");
    assertEquals(Set.of(before, after), new HashSet<>(versions.values()));
    assertTrue(
        swapped.body(),
        swapped.json("warning").toString().contains("different versions of model 'words'"));
    assertNotNull(models("GET", "admin", "distrib=true").json("warning"));
    String metric = "/admin/metrics?prefix=UPDATE.lmtc.versionsDiffer";
    assertTrue(send("GET", "admin", metric).body().contains("versionsDiffer\":1"));
    Response mended = models("POST", "admin", "action=swap&model=words");
    assertNull(mended.json("warning"));
    assertEquals(Set.of(after), new HashSet<>(((Map<?, ?>) mended.json("versions")).values()));
    assertTrue(send("GET", "admin", metric).body().contains("versionsDiffer\":0"));
  }

  @Test
  public void aSwapReachesEveryNodeAndAFailureIsReportedPerNode() throws Exception {
    String swapped = TinyBundles.write(models, "words", "8", "exact-match", 0.5, 10).id();
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
    index("a");
    Response found = send("GET", "reader", "/" + COLLECTION + "/get?id=a&fl=lmtc_model");
    assertEquals(found.body(), swapped, found.json("doc", "lmtc_model"));
  }

  @Test
  public void aSwapAlsoReachesANodeWhoseReplicaIsNotActive() throws Exception {
    JettySolrRunner recovering = cluster.getJettySolrRunner(1);
    publish(recovering, Replica.State.RECOVERING);
    try {
      String swapped = TinyBundles.write(models, "words", "9", "exact-match", 0.5, 10).id();
      Response response = models("POST", "admin", "action=swap&model=words");
      assertEquals(response.body(), 200, response.status());
      for (String node : nodes()) {
        assertEquals(response.body(), swapped, response.json("nodes", node, "model"));
      }
    } finally {
      publish(recovering, Replica.State.ACTIVE);
    }
  }

  /** Publishes a state of a node's replica. */
  private static void publish(JettySolrRunner node, Replica.State state) throws Exception {
    CoreContainer container = node.getCoreContainer();
    container
        .getZkController()
        .publish(container.getCoreDescriptor(container.getAllCoreNames().get(0)), state);
    waitForState(
        "the state was not published",
        COLLECTION,
        (live, collection) ->
            collection.getReplicasOnNode(node.getNodeName()).get(0).getState() == state);
  }

  @Test
  public void onlyConfigEditPermissionAllowsActions() throws Exception {
    for (String action : List.of("load", "swap", "unload")) {
      String query = "action=" + action + "&model=words";
      assertEquals(403, models("POST", "reader", query).status());
      assertEquals(401, models("POST", "", query).status());
      assertEquals(403, models("GET", "reader", query).status());
    }
    assertEquals(401, models("GET", "", "").status());
    assertEquals("a POST could act", 403, models("POST", "reader", "").status());
    for (String query : List.of("", "distrib=true")) {
      Response allowed = models("GET", "reader", query);
      assertEquals(allowed.body(), 200, allowed.status());
    }
  }

  @Test
  public void anActionOutsideOfTheQueryStringAlsoNeedsThePermission() throws Exception {
    String old = TinyBundles.write(models, "words", "10", "exact-match", 0.5, 10).id();
    assertEquals(200, models("POST", "admin", "action=swap&model=words").status());
    String swapped = TinyBundles.write(models, "words", "11", "exact-match", 0.5, 10).id();
    String path = "/" + COLLECTION + "/lmtc/models";
    String action = "{\"params\": {\"action\": \"swap\", \"model\": \"words\"}}";
    String inQuery = "json=" + URLEncoder.encode(action, StandardCharsets.UTF_8);
    JettySolrRunner first = cluster.getJettySolrRunner(0);
    for (String distrib : List.of("", "distrib=true&", "distrib=false&")) {
      assertEquals(403, models("POST", "reader", distrib + inQuery).status());
      assertEquals(400, models("GET", "reader", distrib + inQuery).status());
      assertEquals(400, models("GET", "admin", distrib + inQuery).status());
      assertEquals(403, send(first, "POST", "reader", path + "?" + distrib, action).status());
    }
    assertEquals(401, models("POST", "", inQuery).status());
    // a search makes nodes send each other POST requests, to a handler that the user names
    Response search =
        send(
            "GET",
            "reader",
            "/" + COLLECTION + "/query?q=*:*&shards.qt=/lmtc/models&action=swap&model=words");
    assertEquals(search.body(), 403, search.status());
    Response listed = models("GET", "reader", "distrib=true");
    for (String node : nodes()) {
      String entry = Utils.toJSONString(listed.json("nodes", node));
      assertTrue(entry, entry.contains(old));
    }
    Response allowed = models("POST", "admin", inQuery);
    assertEquals(allowed.body(), 200, allowed.status());
    for (String node : nodes()) {
      assertEquals(allowed.body(), swapped, allowed.json("nodes", node, "model"));
    }
  }

  @Test
  public void metricsAreExportedToPrometheus() throws Exception {
    index("b");
    StringBuilder all = new StringBuilder();
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      all.append(send(node, "GET", "admin", "/admin/metrics?wt=prometheus", "").body());
    }
    for (String sample :
        List.of(
            "solr_metrics_core_requests_total\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"documents\"\\}",
            "solr_metrics_core_requests_total\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"failedTimedOut\"\\}",
            "solr_metrics_core_request_time_ms\\{category=\"UPDATE\",.*handler=\"lmtc\".*quantile=\"0.99\".*\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"queueDepth\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"stuckThreads\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"openVersions\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\".*type=\"versionsDiffer\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\",item=\"p95\".*type=\"inferenceMillis\"\\}",
            "solr_metrics_core_update_handler\\{category=\"UPDATE\",.*handler=\"lmtc\",item=\"words/.*type=\"model\"\\}",
            "solr_metrics_node_requests_total\\{category=\"UPDATE\",handler=\"lmtc/words\",type=\"scored\"\\}")) {
      assertTrue(
          sample + " in " + all,
          all.toString().lines().anyMatch(line -> line.matches(sample + " .*")));
    }
  }
}
