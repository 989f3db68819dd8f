package org.solrlmtc.plugin.model;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.SolrTestCaseJ4.SuppressSSL;
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
import org.solrlmtc.plugin.fixtures.LabellingTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** A bundle that is uploaded to Solr's file store reaches every node, and labels there. */
@SuppressSSL(bugUrl = "n/a: plain HTTP connections are part of the test")
public class TestFileStore extends SolrCloudTestCase {
  private static final String COLLECTION = "acts";

  @BeforeClass
  public static void startCluster() throws Exception {
    System.setProperty("enable.packages", "true");
    System.setProperty(NodeModels.FOLDER_PROPERTY, "filestore/models");
    System.setProperty("lmtc.model", "words");
    configureCluster(2).addConfig("lmtc", Path.of("..", "conf", "configset")).configure();
  }

  @AfterClass
  public static void clearModelProperties() {
    System.clearProperty("enable.packages");
    System.clearProperty(NodeModels.FOLDER_PROPERTY);
    System.clearProperty("lmtc.model");
  }

  @Test
  public void anUploadedBundleServesOnEveryNode() throws Exception {
    Path local = createTempDir("models");
    String id = TinyBundles.write(local, "words", "exact-match", 0.5, 10).id();
    List<Path> files;
    try (Stream<Path> entries = Files.list(local.resolve("words"))) {
      files = entries.toList();
    }
    for (Path file : files) {
      upload(file);
    }
    for (JettySolrRunner node : cluster.getJettySolrRunners()) {
      Path copied = Path.of(node.getSolrHome(), "filestore", "models", "words");
      LabellingTestCase.await(() -> files.stream().allMatch(file -> isSame(file, copied)));
    }
    CollectionAdminRequest.createCollection(COLLECTION, "lmtc", 2, 1)
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, 2, 2);
    NamedList<Object> answer =
        cluster
            .getSolrClient()
            .request(
                new GenericSolrRequest(
                        METHOD.GET, "/lmtc/models", new MapSolrParams(Map.of("distrib", "true")))
                    .setRequiresCollection(true),
                COLLECTION);
    NamedList<?> nodes = (NamedList<?>) answer.get("nodes");
    assertEquals(2, nodes.size());
    for (int node = 0; node < 2; node++) {
      List<?> models = (List<?>) ((NamedList<?>) nodes.getVal(node)).get("models");
      assertEquals(id, ((NamedList<?>) models.get(0)).get("id"));
    }
  }

  private static void upload(Path file) throws Exception {
    String base = cluster.getJettySolrRunner(0).getBaseUrl().toString().replace("/solr", "/api");
    URI url = URI.create(base + "/cluster/filestore/files/models/words/" + file.getFileName());
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setRequestMethod("PUT");
    connection.setRequestProperty("Content-Type", "application/octet-stream");
    connection.setRequestProperty("Accept", "application/json");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      Files.copy(file, out);
    }
    assertEquals(url.toString(), 200, connection.getResponseCode());
  }

  private static boolean isSame(Path file, Path folder) {
    try {
      Path copy = folder.resolve(file.getFileName().toString());
      return Files.exists(copy)
          && Arrays.equals(Files.readAllBytes(file), Files.readAllBytes(copy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
