package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped model learns while it serves, in a real process. */
class TestLearnedMemory {
  private static final String MODELS = "/lmtc/models";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private static ObjectNode demo(int number, String id, String concept) throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(Product.DEMO_ACTS)) {
      files = all.sorted().toList();
    }
    ObjectNode act = (ObjectNode) JSON.readTree(files.get(number).toFile());
    act.put("celex_id", id);
    act.putArray("concepts").add(concept);
    return act;
  }

  private static JsonNode remember(Product product, JsonNode act) throws Exception {
    return product.post(MODELS + "?action=remember&model=eurovoc-default", act.toString());
  }

  private static JsonNode memory(Product product) throws Exception {
    for (JsonNode model : product.get(MODELS, Map.of("memoryIds", "true")).get("models")) {
      if (model.path("name").asText().equals("eurovoc-default")) {
        return model.get("memory");
      }
    }
    throw new AssertionError("eurovoc-default is not open");
  }

  private static List<String> ids(JsonNode memory) {
    List<String> ids = new ArrayList<>();
    memory.get("ids").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private static JsonNode labels(Product product, JsonNode act) throws Exception {
    return product
        .post("/lmtc/classify?model=eurovoc-default&explain=true", act.toString())
        .get("labels");
  }

  @Test
  void whatWasAcknowledgedIsThereAfterKillsAndDamageDoesNotStopTheModel() throws Exception {
    JsonNode question = demo(3, "question", "1");
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start();
      JsonNode before = labels(product, question);
      String label = before.at("/0/id").asText();
      List<String> acknowledged = new ArrayList<>();
      for (int kill = 0; kill < 3; kill++) {
        for (int i = 0; i < 5; i++) {
          String id = "kill-" + kill + "-act-" + i;
          JsonNode answer = remember(product, demo(i, id, label));
          assertEquals(acknowledged.size() + 1, answer.at("/memory/acts").asInt(), "" + answer);
          acknowledged.add(id);
        }
        // one more is on its way when the process ends
        JsonNode late = demo(9, "late", label);
        Thread sender =
            new Thread(
                () -> {
                  try {
                    remember(product, late);
                  } catch (Exception e) {
                    // the connection broke
                  }
                });
        sender.start();
        product.kill();
        sender.join();
        product.start();
        List<String> found = ids(memory(product));
        if (found.remove("late")) {
          product.post(MODELS + "?action=forget&model=eurovoc-default&act=late", "");
        }
        assertEquals(acknowledged, found);
      }
      JsonNode after = labels(product, question);
      assertNotEquals(before, after);
      assertTrue(after.toString().contains("kill-0-act-3"), "explained by the act: " + after);
      assertEquals(
          0,
          product
              .post(MODELS + "?action=forget&model=eurovoc-default&all=true", "")
              .at("/memory/acts")
              .asInt(-1));
      assertEquals(before, labels(product, question));

      remember(product, demo(0, "damaged", "1442"));
      product.kill();
      List<Path> files;
      try (Stream<Path> all = Files.walk(folder.resolve("solr").resolve("lmtc-memory"))) {
        files = all.filter(file -> file.toString().endsWith(".cfs")).toList();
      }
      assertEquals(1, files.size());
      Files.write(files.get(0), new byte[100]);
      product.start();
      String problem = memory(product).path("problem").asText();
      assertTrue(
          problem.contains(folder.resolve("solr").relativize(files.get(0).getParent()).toString()),
          problem);
      assertEquals(before, labels(product, question));
    }
  }

  @Test
  void aReviewIsLearnedAtOnceIfASettingSaysSo() throws Exception {
    try (Product product = new Product(folder.resolve("solr"))) {
      product.start("-D", "lmtc.remember=true");
      assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
      product.post(
          "/update?commit=true",
          "[{\"id\": \"DEMO-D-0004\", \"eurovoc_id\": {\"set\": [\"1442\"]}}]");
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> ids(memory(product)).equals(List.of("DEMO-D-0004")));
      assertEquals("[\"1442\"]", product.document("DEMO-D-0004").get("eurovoc_id").toString());
    }
  }
}
