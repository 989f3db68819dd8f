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
  private static final Pattern GOES_ON = Pattern.compile("going on after ([\\d,]+) of");

  @TempDir static Path home;
  private static Product product;

  @BeforeAll
  static void startSolr() throws Exception {
    product = new Product(home.resolve("solr"));
    product.start("-D", "lmtc.model=" + OLD);
  }

  @AfterAll
  static void stopSolr() throws Exception {
    product.close();
  }

  @BeforeEach
  void indexWithTheOldModel() throws Exception {
    configure(OLD, 10_000_000);
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    assertEquals(ACTS, labelledBy(OLD));
  }

  @Test
  void allDocumentsButThoseWithLabelsOfAPersonAreLabelledAnew() throws Exception {
    String text = product.document("DEMO-D-0004").get("main_body").toString();
    update("{\"id\": \"DEMO-D-0004\", \"eurovoc_id\": {\"set\": [\"1442\"]}}");
    configure(NEW, 10_000_000);

    Product.Answer counted = relabel("--dry-run");
    assertEquals(0, counted.code(), counted.err());
    assertTrue(counted.out().startsWith("would relabel 51 documents of eurlex"), counted.out());
    assertTrue(counted.out().contains("1 whose labels a person supplied"), counted.out());
    assertEquals(0, labelledBy(NEW));

    Product.Answer done = relabel("--batch", "7", "--connections", "2");
    assertEquals(0, done.code(), done.err());
    assertTrue(done.out().startsWith("relabelled 51 documents of eurlex"), done.out());
    assertEquals(51, labelledBy(NEW));
    JsonNode supplied = product.document("DEMO-D-0004");
    assertEquals("supplied", supplied.get("lmtc_status").asText());
    assertEquals("[\"1442\"]", supplied.get("eurovoc_id").toString());
    assertEquals(text, supplied.get("main_body").toString());
    assertFalse(Files.exists(state()), "the state of a finished run");

    Product.Answer again = relabel("--only-outdated");
    assertTrue(again.out().startsWith("relabelled 0 documents"), again.out());
    Product.Answer all = relabel("--include-supplied", "--query", "id:DEMO-D-0004");
    assertTrue(all.out().startsWith("relabelled 1 documents"), all.out());
    assertEquals(ACTS, labelledBy(NEW));
    assertEquals(text, product.document("DEMO-D-0004").get("main_body").toString());
  }

  @Test
  void labelsAreThoseThatIndexingWithTheModelGives() throws Exception {
    configure(NEW, 10_000_000);
    assertEquals(0, relabel().code());
    List<JsonNode> relabelled = labels();
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    assertEquals(labels(), relabelled);
  }

  @Test
  void onlyFailedAndStaleDocumentsWhenAskedFor() throws Exception {
    update(
        "{\"id\": \"DEMO-D-0004\", \"lmtc_status\": {\"set\": \"failed: out of luck\"}}",
        "{\"id\": \"DEMO-D-0003\", \"lmtc_status\": {\"set\": \"stale: changed\"}}");
    configure(NEW, 10_000_000);
    Product.Answer done = relabel("--only-failed");
    assertEquals(0, done.code(), done.err());
    assertTrue(done.out().startsWith("relabelled 2 documents"), done.out());
    assertEquals(2, labelledBy(NEW));
    assertEquals(0, product.count("lmtc_status:failed* OR lmtc_status:stale*"));
  }

  @Test
  void refusedDocumentsAreNamedAndTheOthersLabelled() throws Exception {
    int limit = 4000;
    configure(NEW, limit);
    Product.Answer done = relabel("--batch", "20");
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

    configure(NEW, 10_000_000);
    Product.Answer rest = relabel("--only-outdated");
    assertEquals(0, rest.code(), rest.err());
    assertTrue(rest.out().startsWith("relabelled " + refused.size() + " documents"), rest.out());
    assertEquals(ACTS, labelledBy(NEW));
  }

  @Test
  void aChainThatDoesNotLabelIsNoticedBeforeItDoesHarm() throws Exception {
    long labelled = product.count("eurovoc_id:*");
    configure(NEW, 10_000_000);
    Product.Answer wrong = relabel("--chain", "plain");
    assertEquals(1, wrong.code());
    assertTrue(wrong.err().contains("the update chain does not label"), wrong.err());
    product.post("/update?commit=true", "{}");
    assertTrue(product.count("eurovoc_id:*") >= labelled - 1);
    assertEquals(0, relabel().code());
    assertEquals(ACTS, labelledBy(NEW));
  }

  @Test
  void aKilledRunGoesOnAndAnotherTaskDoesNotGoOnFromIt() throws Exception {
    int copies = 500;
    assertEquals(0, product.index(copies(copies).toString()).code());
    configure(NEW, 10_000_000);
    Path err = home.resolve("err");
    Process run =
        product.begin(home.resolve("out"), err, command("--batch", "1", "--connections", "1"));
    while (!Files.exists(state())) {
      assertTrue(run.isAlive(), Files.readString(err));
      Thread.sleep(1);
    }
    run.destroyForcibly();
    assertTrue(run.waitFor(1, TimeUnit.MINUTES), "the killed process lives");

    Product.Answer other = relabel("--query", "type:Decision");
    assertEquals(1, other.code());
    assertTrue(other.err().contains(state().toString()), other.err());
    assertTrue(other.err().contains("--restart"), other.err());

    Product.Answer rest = relabel();
    assertEquals(0, rest.code(), rest.err());
    Matcher goesOn = GOES_ON.matcher(rest.err());
    assertTrue(goesOn.find(), rest.err());
    int before = Integer.parseInt(goesOn.group(1));
    assertTrue(before > 0 && before < ACTS + copies, "went on after " + before);
    assertTrue(rest.out().startsWith("relabelled " + (ACTS + copies) + " documents"), rest.out());
    assertEquals(ACTS + copies, labelledBy(NEW));
    assertFalse(Files.exists(state()), "the state of a finished run");
  }

  @Test
  void labelsThatAPersonSuppliesMeanwhileAreKept() throws Exception {
    assertEquals(0, product.index(copies(500).toString()).code());
    configure(NEW, 10_000_000);
    Path err = home.resolve("err");
    // all documents are read at once and sent at once: the last of them wait for long
    Process run =
        product.begin(home.resolve("out"), err, command("--batch", "1000", "--connections", "1"));
    while (!Files.exists(state())) {
      assertTrue(run.isAlive(), Files.readString(err));
      Thread.sleep(1);
    }
    List<String> supplied = new ArrayList<>();
    for (int i = 80; i < 100; i++) {
      supplied.add("{\"id\": \"COPY-" + i + "\", \"eurovoc_id\": {\"set\": [\"1442\"]}}");
    }
    product.post("/update", supplied.toString());
    assertTrue(run.waitFor(5, TimeUnit.MINUTES), "the run does not end");
    assertEquals(0, run.exitValue(), Files.readString(err));
    assertEquals(20, product.count("lmtc_status:supplied AND eurovoc_id:1442"));
    assertEquals(ACTS + 500 - 20, labelledBy(NEW));
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
    List<String> args = new ArrayList<>(List.of("relabel", "--url", product.url()));
    args.addAll(List.of("--solr-home", home.resolve("solr").toString()));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  private static Product.Answer relabel(String... options) throws Exception {
    return product.run(command(options));
  }

  /** Changes what the chain labels with, and waits until it does. */
  private static void configure(String model, int maxTextChars) throws Exception {
    JsonNode changed =
        product.post(
            "/config",
            new ObjectMapper()
                .writeValueAsString(
                    Map.of(
                        "update-updateprocessor",
                        Map.of(
                            "name",
                            "lmtc",
                            "class",
                            "org.solrlmtc.plugin.LmtcUpdateProcessorFactory",
                            "model",
                            model,
                            "maxTextChars",
                            maxTextChars,
                            "zones",
                            Map.of(
                                "header", "header",
                                "recitals", "recitals",
                                "main_body", "main_body",
                                "attachments", "attachments")))));
    assertEquals(0, changed.at("/responseHeader/status").asInt(-1), changed.toString());
    // a long text tells whether the core has reloaded
    String probe = "{\"id\": \"PROBE\", \"header\": \"" + "word ".repeat(1000) + "\"}";
    for (int tries = 0; tries < 300; tries++) {
      JsonNode answer = product.post("/update", "[" + probe + "]");
      boolean refused = answer.has("error");
      JsonNode document = product.document("PROBE");
      boolean labelled =
          document.isObject() && document.path("lmtc_model").asText().startsWith(model + "/");
      update("{\"delete\": {\"id\": \"PROBE\"}}");
      if (maxTextChars < 5000 ? refused : labelled) {
        return;
      }
      Thread.sleep(200);
    }
    throw new AssertionError("the core does not label with " + model);
  }

  private static void update(String... commands) throws Exception {
    for (String command : commands) {
      boolean document = command.contains("\"set\"");
      JsonNode answer =
          product.post("/update?commit=true", document ? "[" + command + "]" : command);
      assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer.toString());
    }
  }

  private static long labelledBy(String model) throws Exception {
    return product.count("lmtc_model:" + model + "*");
  }

  private static List<JsonNode> labels() throws Exception {
    JsonNode documents =
        product
            .get(
                "/query",
                Map.of(
                    "q", "*:*",
                    "sort", "id asc",
                    "rows", "100",
                    "fl", "id,eurovoc_*,lmtc_*"))
            .at("/response/docs");
    List<JsonNode> labels = new ArrayList<>();
    documents.forEach(labels::add);
    assertEquals(ACTS, labels.size());
    return labels;
  }
}
