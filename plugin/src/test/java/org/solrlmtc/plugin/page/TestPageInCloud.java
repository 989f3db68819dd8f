package org.solrlmtc.plugin.page;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.embedded.JettySolrRunner;
import org.apache.solr.security.Sha256AuthenticationProvider;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/** The files of the page over real HTTP, on two nodes of which one has the collection. */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestPageInCloud extends SolrCloudTestCase {
  private static final Path FILES = Path.of("src/main/resources/org/solrlmtc/plugin/page/files");
  private static final int MAX_SCRIPT_BYTES = 100_000;
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html;charset=utf-8",
          "css", "text/css;charset=utf-8",
          "js", "text/javascript;charset=utf-8",
          "svg", "image/svg+xml");

  @BeforeClass
  public static void startCluster() throws Exception {
    Path models = createTempDir("models");
    TinyBundles.write(models, "words", "exact-match", 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
    String password = Sha256AuthenticationProvider.getSaltedHashedValue("pw");
    configureCluster(2)
        .addConfig("lmtc", Path.of("..", "conf", "configset"))
        .withSecurityJson(
            """
            {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
               "credentials": {"admin": "PASSWORD", "reader": "PASSWORD", "other": "PASSWORD"}},
             "authorization": {"class": "solr.RuleBasedAuthorizationPlugin",
               "user-role": {"admin": ["edits", "reads"], "reader": "reads"},
               "permissions": [{"name": "read", "role": "reads"},
                               {"name": "all", "role": "edits"}]}}\
            """
                .replace("PASSWORD", password))
        .configure();
    CollectionAdminRequest.Create create =
        CollectionAdminRequest.createCollection("acts", "lmtc", 1, 1);
    create.setBasicAuthCredentials("admin", "pw");
    create.process(cluster.getSolrClient());
    cluster.waitForActiveCollection("acts", 1, 1);
  }

  @AfterClass
  public static void clearProperties() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
  }

  private record Response(int status, HttpURLConnection connection, String body) {
    String header(String name) {
      return connection.getHeaderField(name);
    }
  }

  private static String authorization(String user) {
    byte[] credentials = (user + ":pw").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  private static Response get(JettySolrRunner node, String user, String path, String... header)
      throws Exception {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(node.getBaseUrl() + "/acts" + path).toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    if (!user.isEmpty()) {
      connection.setRequestProperty("Authorization", authorization(user));
    }
    for (int i = 0; i < header.length; i += 2) {
      connection.setRequestProperty(header[i], header[i + 1]);
    }
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      String body = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Response(status, connection, body);
    }
  }

  private static Response get(String path, String... header) throws Exception {
    return get(cluster.getJettySolrRunner(0), "reader", path, header);
  }

  private static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(FILES)) {
      return files.sorted().toList();
    }
  }

  @Test
  public void everyFileHasItsTypeAndIsSentByEveryNode() throws Exception {
    for (Path file : files()) {
      String name = file.getFileName().toString();
      String type = TYPES.get(name.substring(name.indexOf('.') + 1));
      for (JettySolrRunner node : cluster.getJettySolrRunners()) {
        Response response = get(node, "reader", "/lmtc/" + name);
        assertEquals(name, 200, response.status());
        assertEquals(name, Files.readString(file), response.body());
        assertEquals(
            name, type, response.header("Content-Type").replace(" ", "").toLowerCase(Locale.ROOT));
        assertEquals(name, "nosniff", response.header("X-Content-Type-Options"));
        String policy = response.header("Content-Security-Policy");
        assertTrue(policy, policy.startsWith("default-src 'none'; script-src 'self';"));
      }
    }
  }

  @Test
  public void everyAddressLeadsToThePageWithinTwoSteps() throws Exception {
    String page = Files.readString(FILES.resolve("index.html"));
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      for (String address : List.of("/lmtc", "/lmtc/", "/lmtc/index.html")) {
        URI at = URI.create(address);
        String body = get(node, "reader", address).body();
        for (int step = 0; step < 2 && body.contains("refresh"); step++) {
          at = at.resolve(body.replaceAll("(?s).*; url=([^\"]*)\".*", "$1"));
          body = get(node, "reader", at.toString()).body();
        }
        assertEquals(address, page, body);
      }
    }
  }

  @Test
  public void aFileThatTheBrowserHasIsNotSentAgain() throws Exception {
    Response first = get("/lmtc/style.css");
    String tag = first.header("ETag");
    assertEquals("no-cache", first.header("Cache-Control"));
    for (String known : List.of(tag, "W/" + tag, "\"other\", " + tag)) {
      Response again = get("/lmtc/style.css", "If-None-Match", known);
      assertEquals(known, 304, again.status());
      assertEquals(known, "", again.body());
      assertEquals(known, tag, again.header("ETag"));
    }
    assertEquals(200, get("/lmtc/style.css", "If-None-Match", "\"other\"").status());
  }

  @Test
  public void noPathLeadsOutOfThePage() throws Exception {
    for (String path :
        List.of(
            "/lmtc/missing.js",
            "/lmtc/../solrconfig.xml",
            "/lmtc/%2e%2e/PageHandler.class",
            "/lmtc/..%2fPageHandler.class",
            "/lmtc/%5c..%5cPageHandler.class",
            "/lmtc/PageHandler.class",
            "/lmtc//index.html",
            "/lmtc/files/index.html",
            "/lmtc/index.html%00.js",
            "/lmtc/INDEX.HTML")) {
      // a reader gets 403, as for all paths without a handler
      int status = get(cluster.getJettySolrRunner(0), "admin", path).status();
      assertTrue(path + ": " + status, status >= 400);
    }
    assertEquals("other handlers stay", 200, get("/lmtc/thesaurus").status());
    assertTrue(get("/lmtc/thesaurus").body().startsWith("{"));
  }

  @Test
  public void whoMayOnlyReadCanNeitherCorrectNorSwap() throws Exception {
    assertEquals(200, post("admin", "/update?commit=true", "[{\"id\":\"a\",\"header\":\"milk\"}]"));
    String correction = "[{\"id\":\"a\",\"eurovoc_confirmed\":{\"add\":\"4\"}}]";
    for (String path : List.of("/update?commit=true", "/update/json?commit=true")) {
      assertEquals(path, 403, post("reader", path, correction));
      assertEquals(path, 401, post("", path, correction));
    }
    for (String action : List.of("swap", "load", "unload")) {
      assertEquals(403, post("reader", "/lmtc/models", "model=words&action=" + action));
    }
    String act = get("/get?id=a").body();
    assertFalse(act, act.contains("eurovoc_confirmed"));
    assertEquals(200, post("admin", "/update?commit=true", correction));
    assertEquals(200, post("admin", "/lmtc/models", "model=words&action=swap"));
    act = get("/get?id=a").body();
    assertTrue(act, act.contains("eurovoc_confirmed"));
  }

  /** The highest status code of all nodes, of which one has no replica and forwards. */
  private static int post(String user, String path, String body) throws Exception {
    int status = 0;
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      status = Math.max(status, post(node, user, path, body));
    }
    return status;
  }

  private static int post(JettySolrRunner node, String user, String path, String body)
      throws Exception {
    URI uri = URI.create(node.getBaseUrl() + "/acts" + path);
    String type = body.startsWith("[") ? "json" : "x-www-form-urlencoded";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/" + type)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!user.isEmpty()) {
      request.header("Authorization", authorization(user));
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  public void theFilesNeedThePermissionRead() throws Exception {
    JettySolrRunner node = cluster.getJettySolrRunner(0);
    for (String path : List.of("/lmtc", "/lmtc/", "/lmtc/style.css")) {
      assertEquals(path, 401, get(node, "", path).status());
      assertEquals(path, 403, get(node, "other", path).status());
      assertEquals(path, 200, get(node, "reader", path).status());
    }
  }

  @Test
  public void scriptsAreSmallAndNeverInterpretTextAsMarkup() throws Exception {
    long bytes = 0;
    for (Path file : files()) {
      if (file.toString().endsWith(".js")) {
        String script = Files.readString(file);
        bytes += Files.size(file);
        for (String dangerous :
            List.of("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")) {
          assertFalse(file + " has " + dangerous, script.contains(dangerous));
        }
      }
    }
    assertTrue(bytes + " bytes of script", bytes > 0 && bytes <= MAX_SCRIPT_BYTES);
  }
}
