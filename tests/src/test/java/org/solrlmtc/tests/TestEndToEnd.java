package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** One real Solr, started by the command line, from indexing to facets and bad input. */
class TestEndToEnd {
  @TempDir static Path home;
  @TempDir Path files;
  private static Product product;

  @BeforeAll
  static void startSolr() throws Exception {
    product = new Product(home.resolve("solr"));
    product.start();
  }

  @AfterAll
  static void stopSolr() throws Exception {
    product.close();
  }

  @BeforeEach
  void emptyIndex() throws Exception {
    product.post("/update?commit=true", "{\"delete\": {\"query\": \"*:*\"}}");
    assertEquals(0, product.count("*:*"));
  }

  @Test
  void demoActsAreLabelledAndFacetedAndASecondRunDoublesNothing() throws Exception {
    for (int run = 0; run < 2; run++) {
      Product.Answer answer = product.index(Product.DEMO_ACTS.toString());
      assertEquals(0, answer.code(), answer.err());
      assertTrue(answer.out().startsWith("indexed 52 acts into eurlex"), answer.out());
      assertEquals(52, product.count("*:*"));
      assertEquals(52, product.count("{!prefix f=lmtc_model}eurovoc-default/"));
      long labelled = product.count("lmtc_status:labelled");
      assertTrue(labelled >= 35, "only " + labelled + " acts got a label");
      assertEquals(labelled, product.count("eurovoc_id:[* TO *]"));
      assertEquals(52 - labelled, product.count("lmtc_status:\"no labels\""));
    }
    JsonNode act = product.document("DEMO-D-0004");
    assertTrue(texts(act.get("eurovoc_label")).contains("avian influenza"), act.toString());
    assertEquals(act.get("eurovoc_id").size(), act.get("eurovoc_score").size());
    JsonNode found = product.get("/select", Map.of("q", "DEMO-D-0004")).at("/response/docs");
    assertEquals("DEMO-D-0004", found.at("/0/id").asText(), "the act whose number was typed");
    JsonNode facets =
        product
            .get(
                "/select",
                Map.of(
                    "fq", "{!term f=eurovoc_domain_path}0/72",
                    "f.eurovoc_domain_path.facet.prefix", "1/72/"))
            .at("/facet_counts/facet_fields");
    assertTrue(texts(facets.get("eurovoc_domain")).contains("72 GEOGRAPHY"), facets.toString());
    List<String> below = texts(facets.get("eurovoc_domain_path"));
    assertTrue(below.size() >= 2 && below.get(0).startsWith("1/72/"), below.toString());
  }

  @Test
  void theDemoNamesTheStepsOfADrillDown() throws Exception {
    String shown = product.lmtc("demo", "--solr-home", product.solrHome().toString());
    String drillDown = shown.substring(shown.indexOf("Drill-down"));
    assertTrue(drillDown.contains("AGRICULTURE, FORESTRY AND FISHERIES > fisheries"), drillDown);
    assertFalse(drillDown.substring(0, drillDown.indexOf("Best matches")).contains("1/56/"));
  }

  /** The C library reads it when the process starts; Java cannot set it later. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void solrIsStartedWithFewMallocArenas() throws Exception {
    String environment =
        Files.readString(Path.of("/proc", Long.toString(product.pid()), "environ"));
    // whoever runs this may have set it
    String arenas = System.getenv().getOrDefault("MALLOC_ARENA_MAX", "4");
    assertTrue(List.of(environment.split("\0")).contains("MALLOC_ARENA_MAX=" + arenas));
  }

  /** The acts are made up and of later years than those the model has learnt from. */
  @Test
  void theShippedModelAgreesWithTheGoldLabelsOfTheDemoActs() throws Exception {
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    JsonNode all =
        product
            .get(
                "/lmtc/evaluate",
                Map.of("gold", "concepts", "model", "eurovoc-default", "groups", "all", "k", "5"))
            .at("/evaluation/groups/all");
    assertTrue(all.at("/atK/5/rPrecision").asDouble() > 0.55, all.toString());
    assertTrue(all.at("/atK/5/ndcg").asDouble() > 0.60, all.toString());
  }

  @Test
  void benchMeasuresScorerAndSolrInOneRun() throws Exception {
    Product.Answer answer =
        product.run(
            "bench",
            Product.DEMO_ACTS.toString(),
            "--bundle=exact-match",
            "--acts=10",
            "--warmup=0",
            "--rounds=1",
            "--clients=2");
    assertEquals(0, answer.code(), answer.err());
    for (String row :
        List.of(
            "tokenization, \\d+ threads?",
            "text to labels, \\d+ threads?",
            "Solr without labels, 2 clients",
            "Solr with labels, 2 clients")) {
      assertTrue(
          answer
              .out()
              .lines()
              .anyMatch(line -> line.strip().matches(row + "( +[\\d,]+\\.\\d+){7}")),
          row + " in " + answer.out());
    }
  }

  @Test
  void everyFormOfTheSameActsGivesTheSameIndex() throws Exception {
    Path lines = files.resolve("acts.jsonl");
    Files.writeString(lines, demoLines(10));
    assertEquals(0, product.index(lines.toString()).code());
    assertEquals(10, product.count("*:*"));
    assertEquals(0, product.index(lines.toString(), "--only-missing").code());
    Product.Answer again = product.index(lines.toString(), "--only-missing");
    assertTrue(again.out().contains("indexed 0 acts"), again.out());
    assertTrue(again.out().contains("10 were there already"), again.out());
  }

  @Test
  void aTruncatedGzipIsReportedAndTheWholeActsBeforeItAreKept() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(demoLines(52).getBytes(StandardCharsets.UTF_8));
    }
    Path cut = files.resolve("cut.jsonl.gz");
    Files.write(cut, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
    Product.Answer answer = product.index(cut.toString());
    assertEquals(1, answer.code());
    assertTrue(answer.err().contains("cut.jsonl.gz:"), answer.err());
    assertTrue(answer.err().contains("cut short"), answer.err());
    long kept = product.count("*:*");
    assertTrue(kept > 10 && kept < 52, "kept " + kept);
    assertTrue(answer.out().contains("indexed " + kept + " acts"), answer.out());
  }

  @Test
  void damagedRecordsAreNamedByFileAndLineAndTheOthersIndexed() throws Exception {
    List<String> lines = demoLines(3).lines().toList();
    Path file = files.resolve("mixed.jsonl");
    Files.write(
        file,
        List.of(
            lines.get(0),
            "{\"celex_id\": \"X1\", \"header\": ",
            "{\"celex_id\": \"X2\", \"header\": \" \", \"main_body\": []}",
            lines.get(1),
            "{\"celex_id\": \"X3\", \"header\": 7}",
            lines.get(2)));
    Product.Answer answer = product.index(file.toString());
    assertEquals(1, answer.code());
    assertEquals(3, product.count("*:*"));
    for (int line : new int[] {2, 3, 5}) {
      assertTrue(answer.err().contains("mixed.jsonl:" + line + ":"), answer.err());
    }
    assertFalse(answer.err().contains("at org.solrlmtc"), answer.err());

    Product.Answer strict = product.index(file.toString(), "--stop-on-damage");
    assertEquals(1, strict.code());
    assertTrue(strict.err().contains("mixed.jsonl:2:"), strict.err());
  }

  @Test
  void anActThatSolrRefusesDoesNotTakeItsNeighboursWithIt() throws Exception {
    // a term of 40,000 bytes is more than Lucene takes for a string field
    String huge =
        "{\"celex_id\": \"HUGE\", \"type\": \"" + "x".repeat(40_000) + "\", \"header\": \"a\"}";
    Path file = files.resolve("refused.jsonl");
    Files.writeString(file, demoLines(5) + huge + "\n" + demoLines(9));
    Product.Answer answer = product.index(file.toString());
    assertEquals(1, answer.code());
    assertTrue(answer.err().contains("refused: HUGE (" + file + ":6)"), answer.err());
    assertTrue(answer.out().contains("1 were REFUSED"), answer.out());
    assertTrue(answer.out().contains("5 replaced an earlier one"), answer.out());
    assertEquals(9, product.count("*:*"));
  }

  @Test
  void twoFilesWithOneIdAreReportedWithBothNames() throws Exception {
    Path first = files.resolve("a.json");
    Path second = files.resolve("b.json");
    Files.writeString(first, "{\"celex_id\": \"SAME\", \"header\": \"milk\"}");
    Files.writeString(second, "{\"celex_id\": \"SAME\", \"header\": \"cheese\"}");
    Product.Answer answer = product.index(files.toString());
    assertTrue(
        answer.err().contains("repeated: SAME (" + second + "): it replaces the act of " + first),
        answer.err());
    assertTrue(answer.out().contains("1 replaced an earlier one"), answer.out());
    assertEquals(1, product.count("header:cheese"));
  }

  @Test
  void linesOfTheDataSetAreTakenByTheJsonHandlerAsTheyAre() throws Exception {
    JsonNode answer = product.post("/update/json/docs?commit=true", demoLines(3));
    assertFalse(answer.has("error"), answer.toString());
    assertEquals(3, product.count("+id:DEMO* +main_body:[* TO *] +concepts:[* TO *]"));
  }

  @Test
  void hostileXmlIsRefusedByName() throws Exception {
    Path secret = files.resolve("secret.txt");
    Files.writeString(secret, "the secret");
    Path bomb = files.resolve("bomb.xml");
    Files.writeString(
        bomb,
        "<?xml version=\"1.0\"?><!DOCTYPE ACT [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b"
            + " \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><ACT><TITLE><TI><P>&b;</P></TI></TITLE></ACT>");
    Path external = files.resolve("external.xml");
    Files.writeString(
        external,
        "<?xml version=\"1.0\"?><!DOCTYPE ACT [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]><ACT><TITLE><TI><P>&x;</P></TI></TITLE></ACT>");
    Product.Answer answer = product.index(bomb.toString(), external.toString());
    assertEquals(1, answer.code());
    assertTrue(answer.err().contains("bomb.xml"), answer.err());
    assertTrue(answer.err().contains("external.xml"), answer.err());
    assertFalse((answer.err() + answer.out()).contains("the secret"), answer.err());
    assertEquals(0, product.count("*:*"));
  }

  @Test
  void missingFilesAndCollectionsAreOneClearLine() throws Exception {
    Product.Answer missing = product.index(files.resolve("nothing.jsonl").toString());
    assertEquals(1, missing.code());
    assertTrue(missing.err().contains("nothing.jsonl"), missing.err());
    assertEquals(1, missing.err().lines().count(), missing.err());
    Product.Answer collection =
        product.index(Product.DEMO_ACTS.toString(), "--collection", "no-such");
    assertEquals(1, collection.code());
    assertTrue(collection.err().contains("no-such"), collection.err());
    assertEquals(2, product.index().code());
  }

  @Test
  void theModelCanBeChangedThroughTheConfigApi() throws Exception {
    JsonNode changed =
        product.post(
            "/config",
            "{\"update-updateprocessor\": {\"name\": \"lmtc\", \"class\":"
                + " \"org.solrlmtc.plugin.update.LmtcUpdateProcessorFactory\", \"model\":"
                + " \"exact-match\", \"maxTextChars\": 5000000, \"zones\": {\"header\":"
                + " \"header\"}, \"output\": {\"scores\": \"\"}}}");
    assertEquals(0, changed.at("/responseHeader/status").asInt(-1), changed.toString());
    try {
      JsonNode act = relabelledUntil(doc -> !doc.has("eurovoc_score"));
      assertTrue(texts(act.get("eurovoc_label")).contains("avian influenza"), act.toString());
    } finally {
      product.post("/config", "{\"delete-updateprocessor\": \"lmtc\"}");
      relabelledUntil(doc -> doc.has("eurovoc_score"));
    }
  }

  /** The Config API answers before the core has reloaded: index again until the change shows. */
  private static JsonNode relabelledUntil(Predicate<JsonNode> changed) throws Exception {
    JsonNode act = null;
    for (int tries = 0; tries < 30; tries++) {
      Path file = Product.DEMO_ACTS.resolve("DEMO-D-0004.json");
      assertEquals(0, product.index(file.toString()).code());
      act = product.document("DEMO-D-0004");
      if (changed.test(act)) {
        return act;
      }
    }
    throw new AssertionError("the change does not show: " + act);
  }

  private static String demoLines(int count) throws IOException {
    StringBuilder lines = new StringBuilder();
    try (Stream<Path> acts = Files.list(Product.DEMO_ACTS)) {
      for (Path act : acts.sorted().limit(count).toList()) {
        lines.append(Files.readString(act).replaceAll("\\n\\s*", " ")).append('\n');
      }
    }
    return lines.toString();
  }

  @Test
  void actsAreRankedByTheScoreOfAConceptAndFoundByTheirWeakestLabel() throws Exception {
    assertEquals(0, product.index(Product.DEMO_ACTS.toString()).code());
    String concept =
        product
            .get("/select", Map.of("facet.field", "eurovoc_id", "facet.limit", "1", "rows", "0"))
            .at("/facet_counts/facet_fields/eurovoc_id/0")
            .asText();
    JsonNode ranked =
        product
            .get(
                "/query",
                Map.of(
                    "q", "eurovoc_id:" + concept,
                    "sort", "payload(eurovoc_weight," + concept + ") desc",
                    "fl",
                        "eurovoc_id,eurovoc_score,weight:payload(eurovoc_weight," + concept + ")"))
            .at("/response/docs");
    assertTrue(ranked.size() > 1, ranked.toString());
    double before = 1;
    for (JsonNode act : ranked) {
      int rank = texts(act.get("eurovoc_id")).indexOf(concept);
      double weight = act.get("weight").asDouble();
      assertEquals(act.get("eurovoc_score").get(rank).asDouble(), weight, 1e-6);
      assertTrue(weight <= before, ranked.toString());
      before = weight;
    }
    JsonNode weakest =
        product
            .get(
                "/query",
                Map.of(
                    "q", "lmtc_status:labelled",
                    "sort", "field(eurovoc_score,min) asc",
                    "fl", "eurovoc_score",
                    "rows", "1"))
            .at("/response/docs/0/eurovoc_score");
    long below =
        product
            .get(
                "/query",
                Map.of(
                    "q", "lmtc_status:labelled",
                    "fq",
                        "{!frange incu=false u="
                            + weakest.get(weakest.size() - 1).asDouble()
                            + "}field(eurovoc_score,min)",
                    "rows", "0"))
            .at("/response/numFound")
            .asLong(-1);
    assertEquals(0, below);
  }

  @Test
  void theSolrJExampleOfTheGuideRunsAsItStandsThere() throws Exception {
    List<String> out = new ArrayList<>();
    SolrJExample.run(product.url(), out);
    assertTrue(out.get(0).startsWith("labelled ["), out.toString());
    assertTrue(
        out.stream().anyMatch(line -> line.matches("[a-zA-Z ]*fish[a-zA-Z ]* 1")), out.toString());
    assertTrue(out.get(out.size() - 1).startsWith("eurovoc-default/"), out.toString());
    assertEquals("[\"2282\"]", product.document("my-act").get("eurovoc_id").toString());
    assertEquals("[\"ship's flag\"]", product.document("my-act").get("eurovoc_label").toString());
    String source =
        Files.readString(
            Path.of("src", "test", "java", "org", "solrlmtc", "tests", "SolrJExample.java"));
    String example = source.substring(source.indexOf("import "));
    assertTrue(
        Files.readString(Product.ROOT.resolve(Path.of("docs", "solrj.md"))).contains(example),
        "docs/solrj.md has another example");
  }

  private static List<String> texts(JsonNode array) {
    return Stream.iterate(0, i -> i < array.size(), i -> i + 1)
        .map(i -> array.get(i).asText())
        .toList();
  }
}
