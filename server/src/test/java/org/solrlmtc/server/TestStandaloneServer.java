package org.solrlmtc.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.common.SolrInputDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestStandaloneServer {
  @TempDir static Path temp;
  private static Path home;
  private static SolrServer server;

  @BeforeAll
  static void startServer() throws Exception {
    home = Homes.create(temp.resolve("home"));
    server = SolrServer.start(ServerConfig.standalone(home, Homes.configset(), 0));
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void indexesAndFindsADocumentOverHttp() throws Exception {
    try (SolrClient solr = new HttpJdkSolrClient.Builder(server.solrUrl()).build()) {
      SolrInputDocument document = new SolrInputDocument("id", "1", "title", "On olive oil");
      solr.add("eurlex", document);
      solr.commit("eurlex");
      assertEquals(
          "On olive oil",
          solr.query("eurlex", new SolrQuery("title:\"On olive oil\""))
              .getResults()
              .get(0)
              .getFieldValue("title"));
    }
  }

  @Test
  void servesTheV2ApiUnderApi() throws Exception {
    HttpResponse<String> answer = get("/api/cores");
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().contains("eurlex"), answer.body());
  }

  @Test
  void speaksHttp2InClearText() throws Exception {
    assertEquals(HttpClient.Version.HTTP_2, get("/solr/admin/info/system").version());
  }

  @Test
  void configApiWritesIntoTheCoreAndNotIntoTheConfigset() throws Exception {
    HttpRequest overlay =
        HttpRequest.newBuilder(URI.create(server.solrUrl() + "/eurlex/config"))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"set-user-property\": {\"colour\": \"blue\"}}"))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(overlay, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(Files.exists(home.resolve("cores/eurlex/conf/configoverlay.json")));
    assertFalse(Files.exists(Homes.configset().resolve("configoverlay.json")));
  }

  @Test
  void aBusyPortIsReportedInOneLineWithTheWayOut() throws Exception {
    Path otherHome = Homes.create(temp.resolve("busy"));
    StartException e =
        assertThrows(
            StartException.class,
            () ->
                SolrServer.start(
                    ServerConfig.standalone(otherHome, Homes.configset(), server.port())));
    assertOneLine(e, "port " + server.port() + " on 127.0.0.1", "--port");
    assertFalse(Files.exists(otherHome.resolve("cores")), "a refused start leaves no core behind");
  }

  static void assertOneLine(Exception e, String... parts) {
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), "'" + part + "' in: " + e.getMessage());
    }
  }

  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }
}
