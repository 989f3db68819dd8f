package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with a Solr that asks for a password, behind TLS. */
class TestGuardedSolr {
  private static final String ACTS = Product.DEMO_ACTS.toString();

  /** The user of Solr's documentation: solr, SolrRocks. */
  private static final String SECURITY =
      """
      {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true, "credentials": {
         "solr": "IV0EHq1OnNrj6gvRCwvFwTrZ1+z1oBbnQdiVC3otuq0= Ndd7LKvVBAaZIF0QAVi1ekCfAJXr1GGfLtRUXhgrF8c="}}}
      """;

  @TempDir static Path folder;
  private static Path keyStore;
  private static Product stranger;
  private static Product admin;
  private static TlsProxy tls;

  @BeforeAll
  static void startSolr() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(home.resolve("security.json"), SECURITY);
    Path models = Files.createDirectory(folder.resolve("models"));
    copy(Product.ROOT.resolve(Path.of("onnx-models", "exact-match")), models);
    stranger = new Product(home);
    stranger.start("--models=" + models, "-D", "lmtc.model=exact-match");
    admin = new Product(home);
    admin.set("LMTC_SOLR_AUTH", "solr:SolrRocks");
    keyStore = folder.resolve("keys.p12");
    TlsProxy.makeKeyStore(keyStore);
    tls = new TlsProxy(stranger.url(), keyStore);
  }

  @AfterAll
  static void stopSolr() throws Exception {
    tls.close();
    stranger.close();
  }

  private static void copy(Path bundle, Path target) throws IOException {
    Path copy = Files.createDirectory(target.resolve(bundle.getFileName()));
    try (var files = Files.list(bundle)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
  }

  private static void assertOneLine(Product.Answer answer, String... parts) {
    assertEquals(1, answer.code(), answer.out());
    assertEquals(1, answer.err().strip().lines().count(), answer.err());
    for (String part : parts) {
      assertTrue(answer.err().contains(part), answer.err());
    }
  }

  @Test
  void withoutCredentialsEveryCommandSaysSoInOneLine() throws Exception {
    String url = stranger.url();
    String wanted = "LMTC_SOLR_AUTH=USER:PASSWORD";
    assertOneLine(stranger.run("index", "--url", url, ACTS), "HTTP 401", wanted);
    assertOneLine(stranger.run("relabel", "--url", url), "HTTP 401", wanted);
    assertOneLine(stranger.run("bundle", "upload", "exact-match", "--url", url), wanted);
    assertOneLine(stranger.run("index", "--user", "solr", "--url", url, ACTS), "--user", wanted);
  }

  @Test
  void aCertificateMustBeTrusted() throws Exception {
    assertOneLine(
        admin.run("index", "--url", tls.url(), ACTS), "not trusted", "LMTC_SOLR_TRUSTSTORE");
    assertOneLine(
        admin.run("index", "--url", tls.url(), "--truststore", keyStore.toString(), ACTS),
        keyStore.toString(),
        "LMTC_SOLR_TRUSTSTORE_PASSWORD");
    assertOneLine(
        admin.run("index", "--url", tls.url(), "--truststore", "none.p12", ACTS), "none.p12");
  }

  @Test
  void withCredentialsAndATrustStoreActsAreIndexedRelabelledAndModelsReplaced() throws Exception {
    Product trusting = new Product(folder.resolve("home"));
    trusting.set("LMTC_SOLR_AUTH", "solr:SolrRocks");
    trusting.set("LMTC_SOLR_TRUSTSTORE", keyStore.toString());
    trusting.set("LMTC_SOLR_TRUSTSTORE_PASSWORD", TlsProxy.PASSWORD);
    String indexed = trusting.lmtc("index", "--url", tls.url(), ACTS);
    assertTrue(indexed.startsWith("indexed 52 acts"), indexed);
    String relabelled = trusting.lmtc("relabel", "--url", tls.url());
    assertTrue(relabelled.startsWith("relabelled 52 documents"), relabelled);

    Path bundle = Product.ROOT.resolve(Path.of("onnx-models", "eurovoc-default"));
    String uploaded =
        trusting.lmtc(
            "bundle", "upload", bundle.toString(), "--alias", "production", "--url", tls.url());
    assertTrue(uploaded.contains("uploaded eurovoc-default/"), uploaded);
    assertTrue(uploaded.contains("'production' is eurovoc-default"), uploaded);
    String moved =
        trusting.lmtc("bundle", "alias", "production", "exact-match", "--url", tls.url());
    assertTrue(moved.contains("'production' is exact-match"), moved);
  }

  @Test
  void aCollectionWithoutTheModelsHandlerIsNamed() throws Exception {
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Path shipped = Product.ROOT.resolve(Path.of("conf", "configset"));
    Files.copy(shipped.resolve("managed-schema.xml"), conf.resolve("managed-schema.xml"));
    Files.createDirectory(conf.resolve("lang"));
    Files.copy(shipped.resolve("lang/eurovoc-fr.tsv"), conf.resolve("lang/eurovoc-fr.tsv"));
    Files.writeString(
        conf.resolve("solrconfig.xml"),
        Files.readString(shipped.resolve("solrconfig.xml"))
            .replace("\"/lmtc/models\"", "\"/other\""));
    try (Product bare = new Product(folder.resolve("bare"))) {
      bare.start("--conf=" + conf, "-D", "lmtc.model=exact-match");
      assertOneLine(
          bare.run("relabel", "--url", bare.url()), "'eurlex' has no handler /lmtc/models");
      JsonNode bare404 = bare.get("/lmtc/thesaurus", Map.of("prefix", "fisher", "lang", "fr"));
      assertEquals("fr", bare404.get("lang").asText());
    }
  }
}
