package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lines that the guide adds to the policy of Solr's security manager, and what lacks without.
 */
class TestSecurityPolicy {
  private static final String TEXT = "catches of cod and herring for fishing vessels";

  @TempDir Path folder;

  @BeforeAll
  static void needSecurityManager() {
    Assumptions.assumeTrue(Installation.GUARDED, "this Java has no security manager");
  }

  @Test
  void withoutLoadLibraryTheDocumentedSentenceIsOnScreenAndInTheLog() throws Exception {
    String sentence = "the native library of ONNX Runtime cannot be loaded";
    String remedy = "(a security manager forbids it): this system must be one of its platforms";
    String troubleshooting =
        Files.readString(Product.ROOT.resolve(Path.of("docs", "troubleshooting.md")));
    assertTrue(troubleshooting.contains("| `" + sentence + "` |"), "it is documented");
    try (Installation installation = new Installation(folder)) {
      Path conf = Files.createDirectories(installation.home().resolve(Path.of("network", "conf")));
      for (String file : List.of("solrconfig.xml", "managed-schema.xml")) {
        Files.copy(Product.ROOT.resolve(Path.of("conf", "configset", file)), conf.resolve(file));
      }
      Product product = installation.start(List.of());
      // a model without a network is not affected
      assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
      String classified =
          product
              .get("/lmtc/classify", Map.of("text", TEXT, "model", "eurovoc-network"))
              .at("/error/msg")
              .asText();
      assertTrue(classified.contains(sentence) && classified.contains(remedy), classified);
      // what bin/solr create shows
      String created =
          product
              .postTo(
                  "admin/cores?action=CREATE&name=network&instanceDir=network"
                      + "&property.lmtc.model=eurovoc-network",
                  "")
              .at("/error/msg")
              .asText();
      assertTrue(created.contains(sentence) && created.contains(remedy), created);
      String line =
          installation.log().lines().filter(each -> each.contains(sentence)).findFirst().orElse("");
      assertTrue(line.contains(remedy), line);
    }
  }

  /** And with models elsewhere, and several allowed paths, of which Solr's policy allows none. */
  @Test
  void aCloudNodeLabelsUnderTheGuidesPolicy() throws Exception {
    try (Installation installation = new Installation(folder)) {
      Path models = folder.resolve(Path.of("srv", "models"));
      Files.createDirectories(models.getParent());
      Files.move(installation.home().resolve("models"), models);
      List<String> permissions =
          Installation.guidesPermissions().stream()
              .map(line -> line.replace("/srv/models", models.toString()))
              .toList();
      Product product =
          installation.start(
              permissions,
              "-Dlmtc.cloud=true",
              "-Dlmtc.models.dir=" + models,
              "-Dsolr.allowPaths=" + folder.resolve("other") + "," + models);
      Product.Answer indexed = product.index(Product.DEMO_ACTS.toString());
      assertEquals(0, indexed.code(), indexed.err());
      assertTrue(product.count("lmtc_status:labelled") > 30);
      JsonNode answer =
          product.get("/lmtc/classify", Map.of("text", TEXT, "model", "eurovoc-network"));
      assertTrue(answer.at("/labels").toString().contains("fish"), answer.toString());
      try (Stream<String> lines = installation.log().lines()) {
        assertEquals(List.of(), lines.filter(line -> line.contains("access denied")).toList());
      }
    }
  }
}
