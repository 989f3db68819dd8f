package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Labels are added to the shipped model of a real Solr while clients index. Adds {@value #EDITS}
 * labels, or as many as {@code -Dconcepts.count} says.
 */
class TestConceptsWhileIndexing {
  private static final int EDITS = 6;
  private static final int CLIENTS = 4;
  private static final String HEADER =
      "Commission Regulation on fishing vessels, imports of milk and safety at sea";

  private static final List<String> NAMES =
      List.of("seaplane dock", "harbour crane", "oat drink", "snow fence", "salt lamp");

  @TempDir Path folder;

  private static Map<String, JsonNode> scores(Product product, String text) throws Exception {
    Map<String, JsonNode> scores = new TreeMap<>();
    Map<String, String> request =
        Map.of("text", text, "minLabels", "1000", "maxLabels", "1000", "top", "1000");
    JsonNode answer = product.get("/lmtc/classify", request);
    for (JsonNode label : answer.get("labels")) {
      scores.put(label.get("id").asText(), label.get("score"));
    }
    return scores;
  }

  /** An edit replaces the bundle. */
  private Path copyOfTheShippedModel() throws IOException {
    Path shipped = Product.ROOT.resolve("onnx-models/eurovoc-default");
    Path copy = folder.resolve("models/eurovoc-default");
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(shipped)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy.getParent();
  }

  @Test
  void everyAddedLabelIsFoundAtOnceAndNothingElseChanges() throws Exception {
    int edits = Integer.getInteger("concepts.count", EDITS);
    AtomicBoolean goOn = new AtomicBoolean(true);
    try (Product product = new Product(folder.resolve("solr"));
        Clients clients = new Clients(product)) {
      product.start("--models=" + copyOfTheShippedModel());
      Map<String, JsonNode> before = scores(product, HEADER);
      for (int client = 0; client < CLIENTS; client++) {
        clients.start("client-" + client, HEADER, goOn::get);
      }
      long nanos = 0;
      for (int edit = 0; edit < edits; edit++) {
        clients.awaitProgress();
        String id = "x_" + edit;
        String name = NAMES.get(edit % NAMES.size()) + " of type " + edit;
        long start = System.nanoTime();
        JsonNode answer =
            product.post(
                "/lmtc/models?action=add-concept&model=eurovoc-default&broader=4505&concept="
                    + id
                    + "&name="
                    + URLEncoder.encode(name, StandardCharsets.UTF_8),
                "{}");
        nanos += System.nanoTime() - start;
        assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer::toString);
        Map<String, JsonNode> found = scores(product, "Council Decision on the " + name);
        assertTrue(found.containsKey(id), () -> name + " is not found: " + found);
      }
      clients.awaitProgress();
      goOn.set(false);
      clients.await();
      Map<String, JsonNode> after = scores(product, HEADER);
      after.keySet().removeIf(id -> id.startsWith("x_"));
      assertNotEquals(Map.of(), before);
      assertEquals(before, after);
      assertEquals(List.of(), clients.refusals());
      assertEquals(Set.of(), clients.lost());
      System.out.printf(
          Locale.ROOT,
          "%d labels added, %d ms each; %d acts acknowledged meanwhile, none lost%n",
          edits,
          TimeUnit.NANOSECONDS.toMillis(nanos) / edits,
          clients.acknowledged().size());
    }
  }
}
