package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The installation guide, followed with the zip alone in a Solr home that knows nothing of it;
 * under a security manager where Java still has one.
 */
class TestInstallation {
  private static final String TEXT =
      "Council Regulation fixing the total allowable catches of cod and herring for fishing vessels"
          + " in the North Sea, and conservation of fish stocks";

  @TempDir static Path folder;
  private static Installation installation;
  private static Product product;

  @BeforeAll
  static void install() throws Exception {
    installation = new Installation(folder);
    Path own = Files.createDirectories(installation.home().resolve("own"));
    Files.createDirectory(own.resolve("conf"));
    Files.writeString(own.resolve("core.properties"), "name=own");
    Files.writeString(own.resolve("conf/solrconfig.xml"), SOLRCONFIG);
    Files.writeString(own.resolve("conf/managed-schema.xml"), SCHEMA);
    product = installation.start(Installation.guidesPermissions());
  }

  @AfterAll
  static void stop() throws Exception {
    installation.close();
  }

  private static final String SOLRCONFIG =
      """
      <config>
        <luceneMatchVersion>9.12</luceneMatchVersion>
        <schemaFactory class="ManagedIndexSchemaFactory"/>
        <updateHandler class="solr.DirectUpdateHandler2"><updateLog/></updateHandler>
        <requestHandler name="/select" class="solr.SearchHandler"/>
      </config>
      """;

  private static final String SCHEMA =
      """
      <schema name="own" version="1.6">
        <uniqueKey>id</uniqueKey>
        <fieldType name="string" class="solr.StrField"/>
        <fieldType name="pfloat" class="solr.FloatPointField"/>
        <fieldType name="pdate" class="solr.DatePointField"/>
        <fieldType name="plong" class="solr.LongPointField"/>
        <fieldType name="text" class="solr.TextField">
          <analyzer><tokenizer name="standard"/></analyzer>
        </fieldType>
        <field name="id" type="string"/>
        <field name="_version_" type="plong" docValues="true" indexed="false"/>
        <field name="body" type="text" stored="true"/>
      </schema>
      """;

  @Test
  void theShippedConfigsetLabels() throws Exception {
    Product.Answer answer = product.index(Product.DEMO_ACTS.toString());
    assertEquals(0, answer.code(), answer.err());
    assertTrue(product.count("lmtc_status:labelled") > 30);
    JsonNode models = product.get("/lmtc/models", Map.of()).get("models");
    assertEquals("eurovoc-default", models.get(0).get("name").asText());
  }

  @Test
  void networksRunUnderTheGuidesPolicy() throws Exception {
    JsonNode answer =
        product.get("/lmtc/classify", Map.of("text", TEXT, "model", "eurovoc-network"));
    assertTrue(answer.at("/labels").toString().contains("fish"), answer.toString());
  }

  @Test
  void handlersAnswerInTheFormatsThatTheGuideNames() throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    for (String format : List.of("json", "xml", "javabin")) {
      for (String request :
          List.of(
              "thesaurus?ids=1631",
              "classify?threshold=0&text=the+free+movement+of+goods&model=exact-match")) {
        URI uri = URI.create(product.url() + "/eurlex/lmtc/" + request + "&wt=" + format);
        HttpResponse<byte[]> answer =
            http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(200, answer.statusCode(), body);
        assertTrue(body.contains("free movement of goods"), format + ": " + body);
      }
    }
  }

  /** Another folder than the one that the server has its jars and models from. */
  @Test
  void theCommandLineOfTheZipNeedsNothingElse() throws Exception {
    Path zip = Installation.unzip(folder.resolve("command-line"));
    Path acts = Product.DEMO_ACTS;
    String url = product.url();
    String indexed = lmtc(zip, "index", "--url", url, acts.toString());
    assertTrue(indexed.contains("indexed 52 acts"), indexed);
    String relabelled = lmtc(zip, "relabel", "--url", url);
    assertTrue(relabelled.contains("relabelled 52 documents"), relabelled);
    String labelled = lmtc(zip, "label", acts.resolve("DEMO-D-0004.json").toString());
    assertTrue(labelled.contains("DEMO-D-0004"), labelled);
    String evaluated = lmtc(zip, "evaluate", "--bundle", "exact-match", "--data", acts.toString());
    assertTrue(evaluated.contains("RP@5"), evaluated);
    Path euroVoc = zip.resolve(Path.of("conf", "eurovoc", "eurovoc-en.tsv"));
    lmtc(zip, "thesaurus", "convert", euroVoc.toString(), "--out", folder + "/copy.tsv");
    assertTrue(lmtc(zip, "generate-completion").contains("relabel"));
  }

  private static String lmtc(Path zip, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", zip.resolve("bin/lmtc").toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("LMTC_HOME");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Path out = folder.resolve("lmtc.out");
    Process process = builder.redirectOutput(out.toFile()).start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "no end: " + command);
    String answer = Files.readString(out);
    assertEquals(0, process.exitValue(), answer);
    return answer;
  }

  @Test
  void aCollectionOfOnesOwnIsExtendedByTheGuidesRequests() throws Exception {
    String guide = Installation.guide();
    List<MatchResult> requests =
        Pattern.compile("/solr/NAME(/\\S+) -d '([^']*)'").matcher(guide).results().toList();
    assertEquals(9, requests.size());
    for (MatchResult request : requests) {
      answered(product.postTo("own" + request.group(1), request.group(2)));
    }
    answered(
        product.postTo("own/update?commit=true", "[{\"id\": \"1\", \"body\": \"" + TEXT + "\"}]"));
    JsonNode document =
        product
            .postTo("own/select", "{\"query\": \"*:*\", \"params\": {\"df\": \"body\"}}")
            .at("/response/docs/0");
    assertEquals("labelled", document.at("/lmtc_status").asText(), document.toString());
    assertTrue(document.at("/eurovoc_label").toString().contains("fish"), document.toString());
  }

  private static void answered(JsonNode answer) {
    assertEquals(0, answer.at("/responseHeader/status").asInt(-1), answer.toString());
  }
}
