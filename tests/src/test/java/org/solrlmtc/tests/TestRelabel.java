package org.solrlmtc.tests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labelling a collection anew after the model was changed. */
class TestRelabel {
  private static final int ACTS = 52;
  private static final String OLD = "exact-match";
  private static final String NEW = "eurovoc-default";
  private static final Map<String, String> ZONES =
      Map.of(
          "header", "header",
          "recitals", "recitals",
          "main_body", "main_body",
          "attachments", "attachments");
  private static final Pattern RESUMING = Pattern.compile("resuming after ([\\d,]+) of");

  @TempDir static Path home;
  private static Product product;

  @BeforeAll
  static void startSolr() throws Exception {
    Path models = Files.createDirectory(home.resolve("models"));
    for (String model : List.of(OLD, NEW)) {
      Files.createSymbolicLink(
          models.resolve(model), Product.ROOT.resolve(Path.of("onnx-models", model)));
    }
    ErraticNetwork.write(models, 1);
    product = new Product(home.resolve("solr"));
    product.start("--models=" + models, "-D", "lmtc.model=" + OLD);
  }

  @AfterAll
  static void stopSolr() throws Exception {
    product.close();
  }

  @BeforeEach
  void indexWithTheOldModel() throws Exception {
    configure(OLD, Map.of());
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    assertEquals(ACTS, labelledBy(OLD));
  }

  @Test
  void allDocumentsAreRelabelledAndCorrectionsStay() throws Exception {
    String text = product.document("DEMO-D-0004").get("main_body").toString();
    update("{\"id\": \"DEMO-D-0004\", \"eurovoc_id\": {\"set\": [\"1442\"]}}");
    addChild();
    configure(NEW, Map.of());

    Product.Answer counted = relabel("--dry-run");
    assertEquals(0, counted.code(), counted.err());
    assertTrue(counted.out().startsWith("would relabel 53 documents of eurlex"), counted.out());
    assertEquals(0, labelledBy(NEW));

    Product.Answer done = relabel("--batch-size", "7", "--connections", "2");
    assertEquals(0, done.code(), done.err());
    assertTrue(done.out().startsWith("relabelled 53 documents of eurlex"), done.out());
    assertEquals(ACTS + 1, labelledBy(NEW));
    JsonNode corrected = product.document("DEMO-D-0004");
    assertEquals("[\"1442\"]", corrected.get("eurovoc_id").toString());
    assertEquals("[\"1442\"]", corrected.get("eurovoc_confirmed").toString());
    assertEquals(text, corrected.get("main_body").toString());
    assertEquals(1, product.count("+_nest_path_:* -lmtc_model:*"), "children, none labelled");
    assertFalse(Files.exists(state()), "the state of a finished run");

    Product.Answer again = relabel("--only-outdated");
    assertTrue(again.out().startsWith("relabelled 0 documents"), again.out());
  }

  private static void addChild() throws Exception {
    product.post(
        "/update?commit=true",
        "[{\"id\": \"PARENT\", \"header\": \"fishing\", \"annexes\": [{\"id\": \"PARENT/1\","
            + " \"header\": \"milk\"}]}]");
  }

  @Test
  void labelsAreThoseThatIndexingWithTheModelGives() throws Exception {
    configure(NEW, Map.of());
    assertEquals(0, relabel().code());
    List<JsonNode> relabelled = labels("eurovoc_*", "lmtc_*");
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    List<JsonNode> indexed = labels("eurovoc_*", "lmtc_*");
    assertEquals(indexed.size(), relabelled.size());
    for (int i = 0; i < indexed.size(); i++) {
      ObjectNode one = (ObjectNode) indexed.get(i);
      ObjectNode other = (ObjectNode) relabelled.get(i);
      // an act's neighbours in a batch show in the last digit of its scores
      assertEquals(one.path("eurovoc_score").size(), other.path("eurovoc_score").size());
      for (int label = 0; label < one.path("eurovoc_score").size(); label++) {
        assertEquals(
            one.path("eurovoc_score").get(label).asDouble(),
            other.path("eurovoc_score").get(label).asDouble(),
            1e-5);
      }
      List<String> scores = List.of("eurovoc_score", "eurovoc_weight", "eurovoc_suggested_score");
      assertEquals(one.without(scores), other.without(scores));
    }
  }

  @Test
  void onlyFailedAndStaleDocumentsAreRelabelledWhenAskedFor() throws Exception {
    update(
        "{\"id\": \"DEMO-D-0004\", \"lmtc_status\": {\"set\": \"failed: out of luck\"}}",
        "{\"id\": \"DEMO-D-0003\", \"lmtc_status\": {\"set\": \"stale: changed\"}}");
    configure(NEW, Map.of());
    Product.Answer done = relabel("--only-failed");
    assertEquals(0, done.code(), done.err());
    assertTrue(done.out().startsWith("relabelled 2 documents"), done.out());
    assertEquals(2, labelledBy(NEW));
    assertEquals(0, product.count("lmtc_status:failed* OR lmtc_status:stale*"));
  }

  @Test
  void refusedDocumentsAreNamedAndTheOthersLabelled() throws Exception {
    int limit = 4000;
    configure(NEW, Map.of("maxTextChars", limit));
    Product.Answer done = relabel("--batch-size", "20");
    assertEquals(1, done.code(), done.out());
    List<String> refused = done.err().lines().filter(line -> line.startsWith("refused: ")).toList();
    assertFalse(refused.isEmpty(), done.err());
    assertTrue(
        refused.stream()
            .allMatch(line -> line.matches("refused: (DEMO-\\S+): .*'\\1'.*could not label it.*")),
        refused.toString());
    assertTrue(done.out().contains(refused.size() + " were REFUSED"), done.out());
    assertEquals(ACTS - refused.size(), labelledBy(NEW));
    assertEquals(refused.size(), labelledBy(OLD), "refused documents keep their labels");

    configure(NEW, Map.of());
    Product.Answer rest = relabel("--only-outdated");
    assertEquals(0, rest.code(), rest.err());
    assertTrue(rest.out().startsWith("relabelled " + refused.size() + " documents"), rest.out());
    assertEquals(ACTS, labelledBy(NEW));
  }

  @Test
  void aChainThatDoesNotLabelIsNoticedBeforeItDoesHarm() throws Exception {
    long labelled = product.count("eurovoc_id:*");
    configure(NEW, Map.of());
    Product.Answer wrong = relabel("--chain", "plain");
    assertEquals(1, wrong.code());
    assertTrue(wrong.err().contains("the update chain does not label"), wrong.err());
    product.post("/update?commit=true", "{}");
    assertTrue(product.count("eurovoc_id:*") >= labelled - 1);
    assertEquals(0, relabel().code());
    assertEquals(ACTS, labelledBy(NEW));
  }

  @Test
  void aChainThatDoesNotLabelIsNoticedThoughThePresentModelLabelledBefore() throws Exception {
    long labelled = product.count("eurovoc_id:*");
    assertEquals(1, relabel("--chain", "plain").code());
    product.commit();
    assertTrue(product.count("eurovoc_id:*") >= labelled - 1);
    assertEquals(0, relabel("--restart").code());
    assertEquals(labelled, product.count("eurovoc_id:*"));
  }

  @Test
  void aModelThatFailsOnAllIsNoticedAndTakesNoLabelsAway() throws Exception {
    List<JsonNode> before = labels("eurovoc_*", "lmtc_model");
    for (String policy : List.of("skip", "fail")) {
      configure(NEW, Map.of("maxTextChars", 10, "onFailure", policy));
      Product.Answer stopped = relabel("--restart");
      assertEquals(1, stopped.code(), stopped.out());
      assertTrue(
          stopped.err().contains("none of the first 10 documents was labelled"), stopped.err());
      assertTrue(stopped.err().contains("is longer than maxTextChars = 10"), stopped.err());
      product.commit();
      assertEquals(before, labels("eurovoc_*", "lmtc_model"));
      assertEquals(10, product.count("lmtc_status:failed*"), "under skip, then kept");
    }

    configure(NEW, Map.of());
    Product.Answer rest = relabel("--restart");
    assertEquals(0, rest.code(), rest.err());
    assertEquals(ACTS, labelledBy(NEW));
  }

  @Test
  void aWrongTextFieldIsNoticedBeforeItDoesHarm() throws Exception {
    long labelled = product.count("eurovoc_id:*");
    configure(NEW, Map.of("zones", Map.of("header", "eurovoc_explanation")));
    Product.Answer stopped = relabel();
    assertEquals(1, stopped.code(), stopped.out());
    assertTrue(stopped.err().contains("because of: no text"), stopped.err());
    product.commit();
    assertTrue(product.count("eurovoc_id:*") >= labelled - 10);
    configure(NEW, Map.of());
    assertEquals(0, relabel("--restart").code());
  }

  @Test
  void documentsOfTheFallbackAreReportedAndCountAsFailed() throws Exception {
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    add("1", ErraticNetwork.FAILING);
    add("2", ErraticNetwork.CALM);
    add("3,4", ErraticNetwork.FAILING);
    add("5", ErraticNetwork.FAILING.replace("milk", "word"));
    configure(ErraticNetwork.NAME, Map.of("onFailure", "fallback", "fallback", OLD));
    Product.Answer done = relabel();
    assertEquals(1, done.code(), done.out());
    assertTrue(done.out().startsWith("relabelled 1 documents"), done.out());
    assertTrue(done.out().contains("3 were NOT LABELLED"), done.out());
    assertEquals(3, labelledBy(OLD));
    assertEquals(1, product.count("lmtc_status:no\\ labels\\ by\\ fallback*"));
    assertEquals(2, product.count("lmtc_status:labelled\\ by\\ fallback*"));

    Product.Answer again = relabel("--only-failed");
    assertEquals(1, again.code(), again.out());
    assertTrue(again.out().startsWith("relabelled 0 documents"), again.out());
    assertTrue(again.out().contains("3 were NOT LABELLED"), again.out());

    configure(NEW, Map.of());
    Product.Answer better = relabel("--only-failed");
    assertEquals(0, better.code(), better.err());
    assertTrue(better.out().startsWith("relabelled 3 documents"), better.out());
    assertEquals(3, labelledBy(NEW));
    assertEquals(0, product.count("lmtc_status:*fallback*"));
  }

  @Test
  void aKilledRunIsResumedButNotByAnotherTask() throws Exception {
    int copies = 500;
    assertEquals(0, product.index(copies(copies).toString()).code());
    configure(NEW, Map.of());
    Path err = home.resolve("err");
    Process run =
        product.begin(home.resolve("out"), err, command("--batch-size", "1", "--connections", "1"));
    Product.awaitOf(run, err, () -> Files.exists(state()));
    run.destroyForcibly();
    assertTrue(run.waitFor(1, TimeUnit.MINUTES), "the killed process lives");

    Product.Answer other = relabel("--query", "type:Decision");
    assertEquals(1, other.code());
    assertTrue(other.err().contains(state().toString()), other.err());
    assertTrue(other.err().contains("--restart"), other.err());

    Product.Answer rest = relabel();
    assertEquals(0, rest.code(), rest.err());
    Matcher resuming = RESUMING.matcher(rest.err());
    assertTrue(resuming.find(), rest.err());
    int before = Integer.parseInt(resuming.group(1));
    assertTrue(before > 0 && before < ACTS + copies, "went on after " + before);
    assertTrue(rest.out().startsWith("relabelled " + (ACTS + copies) + " documents"), rest.out());
    assertEquals(ACTS + copies, labelledBy(NEW));
    assertFalse(Files.exists(state()), "the state of a finished run");
  }

  @Test
  void labelsThatAPersonCorrectsMeanwhileAreKept() throws Exception {
    assertEquals(0, product.index(copies(500).toString()).code());
    configure(NEW, Map.of());
    Path err = home.resolve("err");
    // all documents are read at once and sent at once: the last of them wait for long
    Process run =
        product.begin(
            home.resolve("out"), err, command("--batch-size", "1000", "--connections", "1"));
    Product.awaitOf(run, err, () -> Files.exists(state()));
    List<String> corrections = new ArrayList<>();
    for (int i = 80; i < 100; i++) {
      corrections.add("{\"id\": \"COPY-" + i + "\", \"eurovoc_id\": {\"set\": [\"1442\"]}}");
    }
    product.post("/update", corrections.toString());
    assertTrue(run.waitFor(5, TimeUnit.MINUTES), "the run does not end");
    assertEquals(0, run.exitValue(), Files.readString(err));
    assertEquals(20, product.count("eurovoc_confirmed:1442 AND eurovoc_id:1442"));
    assertEquals(ACTS + 500, labelledBy(NEW));
  }

  @Test
  void updatesWhoseAnswerWasLostCountAsDone() throws Exception {
    configure(NEW, Map.of());
    try (LossyProxy proxy = new LossyProxy(product.url(), "eurlex")) {
      Product.Answer done =
          product.run(
              commandFor(
                  proxy.url(), "--only-outdated", "--batch-size", "10", "--connections", "1"));
      assertEquals(0, done.code(), done.err());
      assertTrue(proxy.lost() > 5, "only " + proxy.lost() + " answers were lost");
      assertTrue(done.out().startsWith("relabelled 52 documents of eurlex"), done.out());
      assertFalse(done.out().contains("changed by other clients"), done.out());
    }
    assertEquals(ACTS, labelledBy(NEW));
  }

  /** One of the demo acts over and over. */
  private static Path copies(int count) throws Exception {
    ObjectMapper json = new ObjectMapper();
    ObjectNode act =
        (ObjectNode) json.readTree(Product.DEMO_ACTS.resolve("DEMO-D-0004.json").toFile());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(act.put("celex_id", "COPY-" + i).toString());
    }
    return Files.write(home.resolve("copies.jsonl"), lines);
  }

  private static Path state() {
    return home.resolve(Path.of("solr", "run", "relabel-eurlex.json"));
  }

  private static String[] command(String... options) {
    return commandFor(product.url(), options);
  }

  private static String[] commandFor(String url, String... options) {
    List<String> args = new ArrayList<>(List.of("relabel", "--url", url));
    args.addAll(List.of("--solr-home", home.resolve("solr").toString()));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  private static Product.Answer relabel(String... options) throws Exception {
    return product.run(command(options));
  }

  /** Changes what the chain labels with, and waits until it does. */
  private static void configure(String model, Map<String, Object> settings) throws Exception {
    Map<String, Object> processor = new HashMap<>(Map.of("zones", ZONES));
    processor.putAll(settings);
    processor.put("name", "lmtc");
    processor.put("class", "org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory");
    processor.put("model", model);
    String before = coreStarted();
    JsonNode changed =
        product.post(
            "/config",
            new ObjectMapper().writeValueAsString(Map.of("update-updateprocessor", processor)));
    assertEquals(0, changed.at("/responseHeader/status").asInt(-1), changed.toString());
    await("the core loads with " + processor)
        .atMost(Duration.ofMinutes(1))
        .until(() -> !coreStarted().equals(before));
  }

  private static String coreStarted() throws Exception {
    return product
        .postTo("admin/cores?action=STATUS&core=eurlex", "")
        .at("/status/eurlex/startTime")
        .asText();
  }

  private static void update(String... commands) throws Exception {
    for (String command : commands) {
      boolean document = command.contains("\"set\"");
      JsonNode answer =
          product.post("/update?commit=true", document ? "[" + command + "]" : command);
      assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer.toString());
    }
  }

  private static void add(String id, String header) throws Exception {
    product.post(
        "/update?commit=true",
        new ObjectMapper().writeValueAsString(List.of(Map.of("id", id, "header", header))));
  }

  private static long labelledBy(String model) throws Exception {
    return product.count("lmtc_model:" + model + "*");
  }

  private static List<JsonNode> labels(String... fields) throws Exception {
    JsonNode documents =
        product
            .get(
                "/query",
                Map.of(
                    "q", "*:*",
                    "sort", "id asc",
                    "rows", "100",
                    "fl", "id," + String.join(",", fields)))
            .at("/response/docs");
    List<JsonNode> labels = new ArrayList<>();
    documents.forEach(labels::add);
    assertEquals(ACTS, labels.size());
    return labels;
  }
}
