package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lmtc learn} against a real Solr. */
class TestLearn {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MODELS = "/lmtc/models";
  private static final String MODEL = "eurovoc-default";

  @TempDir static Path home;
  private static Product product;
  private static Path models;

  @BeforeAll
  static void startSolr() throws Exception {
    models = Files.createDirectory(home.resolve("models"));
    Path bundle = Files.createDirectory(models.resolve(MODEL));
    try (Stream<Path> files = Files.list(Product.ROOT.resolve(Path.of("onnx-models", MODEL)))) {
      for (Path file : files.toList()) {
        Files.copy(file, bundle.resolve(file.getFileName()));
      }
    }
    product = new Product(home.resolve("solr"));
    product.start("--models=" + models, "-D", "lmtc.models.upload=true");
  }

  @AfterAll
  static void stopSolr() throws Exception {
    product.close();
  }

  @BeforeEach
  void empty() throws Exception {
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    product.post(MODELS + "?action=forget&all=true&model=" + MODEL, "");
  }

  private static List<ObjectNode> demoActs() throws Exception {
    List<ObjectNode> acts = new ArrayList<>();
    try (Stream<Path> files = Files.list(Product.DEMO_ACTS)) {
      for (Path file : files.sorted().toList()) {
        acts.add((ObjectNode) JSON.readTree(file.toFile()));
      }
    }
    return acts;
  }

  /** Confirms all gold labels of an act, as a person does. */
  private static void review(String id, JsonNode concepts) throws Exception {
    ObjectNode update = JSON.createObjectNode().put("id", id);
    update.putObject("eurovoc_id").set("set", concepts);
    JsonNode answer = product.post("/update", "[" + update + "]");
    assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer.toString());
  }

  private static List<String> reviewDemoActs(int count) throws Exception {
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    List<String> ids = new ArrayList<>();
    for (ObjectNode act : demoActs().subList(0, count)) {
      review(act.get("celex_id").asText(), act.get("concepts"));
      ids.add(act.get("celex_id").asText());
    }
    return ids;
  }

  private static String[] command(String... options) {
    List<String> args = new ArrayList<>(List.of("learn", "--url", product.url()));
    args.addAll(List.of("--solr-home", home.resolve("solr").toString()));
    args.addAll(List.of("--models", models.toString()));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  private static String learn(String... options) throws Exception {
    return product.lmtc(command(options));
  }

  private static List<String> remembered() throws Exception {
    JsonNode model = product.get(MODELS, Map.of("memoryIds", "true")).at("/models/0");
    assertEquals(MODEL, model.get("name").asText());
    List<String> ids = new ArrayList<>();
    model.at("/memory/ids").forEach(id -> ids.add(id.asText()));
    ids.sort(null);
    return ids;
  }

  @Test
  void theMemoryFollowsTheReviews() throws Exception {
    List<String> ids = reviewDemoActs(30);
    assertTrue(learn("--min-acts", "31").contains("too few"));
    String planned = learn("--dry-run");
    assertTrue(planned.contains("would serve it"), planned);
    assertEquals(List.of(), remembered());
    String done = learn();
    assertTrue(done.contains("30 new, 0 removed"), done);
    assertTrue(done.contains("RP@5") && done.contains("p = "), done);
    assertEquals(ids, remembered());

    product.post(
        "/update", "[{\"id\": \"" + ids.get(3) + "\", \"lmtc_reviewed\": {\"set\": null}}]");
    String again = learn();
    assertTrue(again.contains("0 new, 1 removed"), again);
    List<String> left = new ArrayList<>(ids);
    left.remove(3);
    assertEquals(left, remembered());
    Path log = home.resolve(Path.of("solr", "run", "learn-eurlex", "log.jsonl"));
    assertEquals(2, Files.readAllLines(log).size());
    Files.delete(log);
  }

  @Test
  void reviewsAreADataSet() throws Exception {
    List<String> ids = reviewDemoActs(5);
    Path file = home.resolve("export.jsonl");
    String said = learn("--export", file.toString());
    assertTrue(said.contains("wrote 5 reviewed acts"), said);
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < ids.size(); i++) {
      JsonNode act = JSON.readTree(lines.get(i));
      JsonNode original = demoActs().get(i);
      assertEquals(original.get("celex_id"), act.get("celex_id"));
      assertEquals(original.get("main_body"), act.get("main_body"));
      List<String> expected = new ArrayList<>();
      original.get("concepts").forEach(id -> expected.add(id.asText()));
      expected.sort(null);
      assertEquals(JSON.valueToTree(expected), act.get("concepts"));
    }
    String stats =
        product.lmtc(
            "evaluate", "--bundle", models.resolve(MODEL).toString(), "--data", file.toString());
    assertTrue(stats.contains("RP@5"), stats);
    assertEquals(List.of(), remembered());
  }

  @Test
  void aWorseMemoryIsNotServedUnlessItIsForced() throws Exception {
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    // acts that the model labels well, each with a copy that misleads
    List<ObjectNode> acts = demoActs().subList(0, 25);
    ArrayNode copies = JSON.createArrayNode();
    for (ObjectNode act : acts) {
      String id = act.get("celex_id").asText();
      JsonNode suggested = product.document(id).path("eurovoc_suggested");
      if (suggested.size() > 0) {
        review(id, suggested);
        ObjectNode copy = copies.addObject().put("id", id + "-copy");
        copy.set("header", act.get("header"));
        copy.set("recitals", act.get("recitals"));
        copy.putArray("eurovoc_id").add("1442");
      }
    }
    product.post("/update", copies.toString());
    String refused = learn();
    assertTrue(refused.contains("NOT served, because it is worse: RP@5"), refused);
    assertEquals(List.of(), remembered());
    learn("--force");
    assertEquals(2 * copies.size(), remembered().size());
  }

  @Test
  void oneProcessLearnsAndAnInterruptedReadingIsResumed() throws Exception {
    ArrayNode copies = JSON.createArrayNode();
    for (int i = 0; i < 1000; i++) {
      copies.addObject().put("id", "copy-" + i).put("header", "milk").put("eurovoc_id", "1442");
    }
    product.post("/update?commit=true", copies.toString());
    Path err = home.resolve("err");
    Path state = home.resolve(Path.of("solr", "run", "learn-eurlex", "reading.json"));
    Path export = home.resolve("all.jsonl");
    String[] reading = command("--batch-size", "1", "--export", export.toString());
    Process run = product.begin(home.resolve("out"), err, reading);
    Product.awaitOf(run, err, () -> Files.exists(state));
    Product.Answer second = product.run(reading);
    assertEquals(1, second.code(), second.out());
    assertTrue(second.err().contains("another process learns"), second.err());
    run.destroyForcibly();
    assertTrue(run.waitFor(1, TimeUnit.MINUTES), "the killed process lives");
    assertTrue(Files.exists(state), "it read all of them before");
    Product.Answer rest = product.run(reading);
    assertEquals(0, rest.code(), rest.err());
    assertTrue(rest.err().contains("resuming after"), rest.err());
    assertEquals(1000, Files.readAllLines(export).stream().distinct().count());
    assertFalse(Files.exists(state));
  }

  @Test
  void aTunedDecisionRuleIsComparedUploadedAndInTheProvenance() throws Exception {
    reviewDemoActs(40);
    String before = product.get(MODELS, Map.of()).at("/models/0/digest").asText();
    String planned = learn("--what", "decision", "--dry-run");
    assertTrue(planned.contains("would learn from"), planned);
    String done = learn("--what", "decision", "--force");
    assertTrue(done.contains("serving " + MODEL), done);
    JsonNode served = product.get(MODELS, Map.of()).at("/models/0");
    JsonNode learned = served.at("/provenance/learned/0");
    assertEquals("decision", learned.get("what").asText(), served.toString());
    assertEquals(before, learned.get("from").asText());
    assertTrue(learned.at("/comparison/0/measures").size() >= 3, learned.toString());
    assertFalse(Files.exists(home.resolve(Path.of("solr", "run", "learn-eurlex", "work"))));
  }

  @Test
  void wrongOptionsAreRefused() throws Exception {
    Product.Answer noData = product.run(command("--what", "all"));
    assertEquals(2, noData.code());
    assertTrue(noData.err().contains("--what all needs the training data"), noData.err());
    Product.Answer data = product.run(command("--data", "x"));
    assertEquals(2, data.code());
    reviewDemoActs(25);
    Product.Answer other =
        product.run(
            "learn",
            "--url",
            product.url(),
            "--work",
            home.resolve("w").toString(),
            "--models",
            home.resolve("none").toString());
    assertEquals(1, other.code());
    assertTrue(other.err().contains("none"), other.err());
  }
}
