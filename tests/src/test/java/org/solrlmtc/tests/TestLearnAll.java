package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lmtc learn --what all} against a real Solr: a model trained again, with the reviews. */
class TestLearnAll {
  private static final int TRAINING_ACTS = 20;
  private static final int DEV_ACTS = 6;
  private static final String MODEL = "few-acts";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static final List<ObjectNode> others = new ArrayList<>();
  private static final Set<String> trained = new HashSet<>();
  private static Path data;
  private static Path models;
  private static Product product;

  @BeforeAll
  static void trainAndStart() throws Exception {
    data = folder.resolve("data");
    models = folder.resolve("models");
    product = new Product(folder.resolve("solr"));
    try (Stream<Path> files = Files.list(Product.DEMO_ACTS)) {
      List<Path> acts = files.sorted().toList();
      for (int i = 0; i < acts.size(); i++) {
        if (i < TRAINING_ACTS + DEV_ACTS) {
          Path split = data.resolve(i < TRAINING_ACTS ? "train" : "dev");
          Files.createDirectories(split);
          Files.copy(acts.get(i), split.resolve(acts.get(i).getFileName()));
          trained.addAll(concepts(JSON.readTree(acts.get(i).toFile())));
        } else {
          others.add((ObjectNode) JSON.readTree(acts.get(i).toFile()));
        }
      }
    }
    Path bundle = models.resolve(MODEL);
    product.lmtc("train", "linear-svm", "--data", data.toString(), "--out", bundle.toString());
    product.start(
        "--models=" + models, "-D", "lmtc.model=" + MODEL, "-D", "lmtc.models.upload=true");
    for (ObjectNode act : others) {
      String id = act.get("celex_id").asText();
      ObjectNode document = JSON.createObjectNode().put("id", id);
      document.set("header", act.get("header"));
      document.set("recitals", act.get("recitals"));
      product.post("/update", "[" + document + "]");
      ObjectNode review = JSON.createObjectNode().put("id", id);
      review.putObject("eurovoc_id").set("set", act.get("concepts"));
      product.post("/update?commit=true", "[" + review + "]");
    }
  }

  @AfterAll
  static void stop() throws Exception {
    product.close();
  }

  private static String[] command(String... options) {
    List<String> args = new ArrayList<>(List.of("learn", "--url", product.url()));
    args.addAll(List.of("--solr-home", folder.resolve("solr").toString()));
    args.addAll(List.of("--models", models.toString(), "--min-acts=10"));
    args.addAll(List.of("--what=all", "--data", data.toString()));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  private static JsonNode served() throws Exception {
    return product.get("/lmtc/models", Map.of()).at("/models/0");
  }

  /** Right labels that no training act has, among the first five of each reviewed act. */
  private static int assignedFromReviews() throws Exception {
    int right = 0;
    for (ObjectNode act : others) {
      Map<String, String> request =
          Map.of("text", act.get("header").asText(), "minLabels", "5", "top", "5");
      for (JsonNode label : product.get("/lmtc/classify", request).get("labels")) {
        String id = label.get("id").asText();
        if (!trained.contains(id) && concepts(act).contains(id)) {
          right++;
        }
      }
    }
    return right;
  }

  private static Set<String> concepts(JsonNode act) {
    Set<String> concepts = new HashSet<>();
    act.get("concepts").forEach(concept -> concepts.add(concept.asText()));
    return concepts;
  }

  @Test
  void theModelIsTrainedAgainAndKnowsWhatPeopleConfirmed() throws Exception {
    JsonNode before = served();
    int labelsBefore = assignedFromReviews();
    String planned = product.lmtc(command("--dry-run"));
    assertTrue(planned.contains("would learn from"), planned);

    Product.Answer network = product.run(command("--recipe=cnn-lwan-fast"));
    assertEquals(1, network.code(), network.out());
    assertTrue(network.err().contains("trains a network, which takes hours"), network.err());
    assertEquals(before, served());

    String done = product.lmtc(command("--dev", data.resolve("dev").toString(), "--force"));
    assertTrue(done.contains("reviewed acts kept apart"), done);
    assertTrue(done.contains("acts of --dev"), done);
    JsonNode after = served();
    JsonNode learned = after.at("/provenance/learned/0");
    assertEquals("all", learned.get("what").asText(), after.toString());
    assertEquals(before.get("digest"), learned.get("from"));
    int acts = learned.get("acts").asInt();
    assertTrue(acts > 0 && acts < others.size(), "some acts are kept apart: " + acts);
    assertEquals(2, learned.get("comparison").size(), learned.toString());
    int labelsNow = assignedFromReviews();
    assertTrue(labelsNow > labelsBefore, labelsBefore + " labels before, then " + labelsNow);
    assertFalse(
        Files.exists(folder.resolve(Path.of("solr", "run", "learn-eurlex", "work"))),
        "what Solr has now is left behind");
  }
}
