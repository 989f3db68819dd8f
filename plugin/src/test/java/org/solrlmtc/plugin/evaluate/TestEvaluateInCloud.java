package org.solrlmtc.plugin.evaluate;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.cloud.SolrCloudTestCase;
import org.apache.solr.common.SolrInputDocument;
import org.awaitility.Awaitility;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.model.NodeModels;

/** Over real HTTP: the response is the same for one shard and for three. */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestEvaluateInCloud extends SolrCloudTestCase {
  private static final int DOCS = 300;
  private static final String[] WORDS = {"milk", "cheese", "import licence", "butter", "cat"};

  @BeforeClass
  public static void startCluster() throws Exception {
    Path models = createTempDir("models");
    TinyBundles.write(models, "words", "exact-match", 0.5, 10);
    System.setProperty(NodeModels.FOLDER_PROPERTY, models.toString());
    System.setProperty("lmtc.model", "words");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
    for (int shards : new int[] {1, 3}) {
      CollectionAdminRequest.createCollection(collection(shards), "lmtc", shards, 1)
          .process(cluster.getSolrClient());
      cluster.waitForActiveCollection(collection(shards), shards, shards);
      index(collection(shards));
    }
  }

  @AfterClass
  public static void clearModelProperties() {
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
  }

  private static String collection(int shards) {
    return "acts" + shards;
  }

  private static void index(String collection) throws Exception {
    Random random = new Random(11);
    UpdateRequest request = new UpdateRequest();
    request.setParam("update.chain", "plain");
    for (int i = 0; i < DOCS; i++) {
      SolrInputDocument doc = new SolrInputDocument();
      doc.addField("id", "act" + i);
      doc.addField("type", i == 7 ? "Damaged" : "Decision");
      doc.addField("header", WORDS[random.nextInt(5)] + " and " + WORDS[random.nextInt(5)]);
      if (i % 10 != 0) {
        doc.addField("eurovoc_confirmed", labels(random));
        doc.addField("lmtc_reviewed", "2024-02-29T12:00:00Z");
      }
      List<String> predicted = labels(random);
      doc.addField("eurovoc_suggested", predicted);
      float score = 1f;
      for (int rank = 0; rank < predicted.size(); rank++) {
        score *= random.nextFloat();
        doc.addField("eurovoc_suggested_score", score);
      }
      doc.addField("eurovoc_label", i == 7 ? List.of("1", "1") : labels(random));
      request.add(doc);
    }
    request.commit(cluster.getSolrClient(), collection);
  }

  private static List<String> labels(Random random) {
    List<String> labels = new ArrayList<>();
    for (String label : List.of("3", "1", "4", "2", "99")) {
      if (random.nextInt(2) == 0) {
        labels.add(label);
      }
    }
    return labels;
  }

  @Test
  public void storedPredictionsHaveTheSameMeasuresOverShards() throws Exception {
    assertSame("perLabel=true&k=1,2,5");
  }

  @Test
  public void aModelHasTheSameMeasuresOverShards() throws Exception {
    assertSame("model=words&perLabel=2");
  }

  @Test
  public void aComparisonOfFieldsIsTheSameOverShards() throws Exception {
    String response =
        assertSame(
            "compare=eurovoc_label&iterations=500&seed=9&measures=RP%405,few:macro-F1,micro-F1"
                + "&fq=type:Decision");
    assertTrue(response, response.matches("(?s).*\"p\":0\\.[0-9]+.*"));
  }

  @Test
  public void aComparisonOfAModelAndAFieldIsTheSameOverShards() throws Exception {
    assertSame("model=words&compare=eurovoc_suggested&threshold=0.2&iterations=300");
  }

  @Test
  public void refusalsAreTheSameOverShards() throws Exception {
    String response = assertSame("limit=299");
    assertTrue(response, response.contains("allows 299 documents, and 300 match"));
    assertSame("q=id:nobody");
    assertSame("fq=-lmtc_reviewed:[*%20TO%20*]");
    assertSame("gold=subjects");
  }

  @Test
  public void anExhaustedTimeLimitGivesPartialResults() throws Exception {
    Response partial = get(collection(3), "timeAllowed=0", 0);
    assertTrue(partial.body(), partial.body().contains("\"partialResults\":true"));
    Response omitted = get(collection(3), "timeAllowed=0&partialResults=false", 0);
    assertTrue(omitted.body(), omitted.body().contains("\"partialResults\":\"omitted\""));
  }

  @Test
  public void aFailingShardIsNamedOrSkipped() throws Exception {
    String failing = "predicted=eurovoc_label&k=1";
    Response refused = get(collection(3), failing, 0);
    assertEquals(refused.body(), 400, refused.status());
    assertTrue(
        refused.body(),
        refused.body().matches("(?s).*shard shard[123] failed: .*document 'act7'.*"));
    Response partial = get(collection(3), failing + "&shards.tolerant=true", 0);
    assertEquals(partial.body(), 200, partial.status());
    assertTrue(partial.body(), partial.body().contains("\"partialResults\":true"));
  }

  @Test
  public void otherResponseWritersWork() throws Exception {
    assertTrue(get(collection(3), "wt=xml", 0).body().startsWith("<?xml"));
  }

  @Test
  public void aClientThatDisconnectsDoesNotAffectOthers() throws Exception {
    URI url = cluster.getJettySolrRunner(0).getBaseUrl().toURI();
    Response before = get(collection(3), "omitHeader=true", 0);
    for (int i = 0; i < 5; i++) {
      try (Socket socket = new Socket(url.getHost(), url.getPort())) {
        String request =
            "GET /solr/"
                + collection(3)
                + "/lmtc/evaluate?compare=words HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
      }
    }
    assertEquals(200, before.status());
    assertEquals(before, get(collection(3), "omitHeader=true", 0));
  }

  /** Sends a request for both collections to both nodes, and returns the common response. */
  private static String assertSame(String parameters) throws Exception {
    String query = parameters + "&omitHeader=true"; // the header has the time taken
    Response expected = get(collection(1), query, 0);
    for (int node = 0; node < 2; node++) {
      assertEquals(expected, get(collection(1), query, node));
      assertEquals(expected, get(collection(3), query, node));
    }
    return expected.body();
  }

  private record Response(int status, String body) {}

  /** Repeats a request while evaluations of disconnected clients still reach maxConcurrent. */
  private static Response get(String collection, String query, int node) throws Exception {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .pollInSameThread()
        .until(() -> getOnce(collection, query, node), response -> response.status() != 429);
  }

  private static Response getOnce(String collection, String query, int node) throws Exception {
    String base = cluster.getJettySolrRunner(node).getBaseUrl().toString();
    URI url = URI.create(base + "/" + collection + "/lmtc/evaluate?" + query);
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Response(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
