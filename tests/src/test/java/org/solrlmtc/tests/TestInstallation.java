package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
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
  private static Path home;
  private static Product product;
  private static Process server;

  @BeforeAll
  static void install() throws Exception {
    Path unzipped = unzip(zip(), folder.resolve("zip"));
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(home.resolve("solr.xml"), "<solr/>");
    Files.move(unzipped.resolve("lib"), home.resolve("lib"));
    Files.move(unzipped.resolve("models"), home.resolve("models"));
    Path own = Files.createDirectories(home.resolve("own"));
    Files.createDirectory(own.resolve("conf"));
    Files.writeString(own.resolve("core.properties"), "name=own");
    Files.writeString(own.resolve("conf/solrconfig.xml"), SOLRCONFIG);
    Files.writeString(own.resolve("conf/managed-schema.xml"), SCHEMA);
    product = new Product(home);
    Path configset = home.resolve("configset");
    Files.move(unzipped.resolve("configset/conf"), configset);
    server = startSolr(configset);
    product.await(server);
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      product.close();
      assertTrue(server.waitFor(1, TimeUnit.MINUTES));
    } finally {
      server.destroyForcibly();
    }
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

  /** The one built last. */
  static Path zip() throws IOException {
    try (Stream<Path> files = Files.list(Product.ROOT.resolve(Path.of("dist", "target")))) {
      return files
          .filter(file -> file.getFileName().toString().matches("solr-lmtc-.*\\.zip"))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElseThrow();
    }
  }

  /** Unpacks into a folder, and returns the one folder in it. */
  private static Path unzip(Path zip, Path target) throws IOException {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(file)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path path = target.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(entries, path);
        }
      }
    }
    try (Stream<Path> top = Files.list(target)) {
      return top.findAny().orElseThrow();
    }
  }

  /** Solr's own jars, and nothing of this project but the content of its home. */
  private static Process startSolr(Path configset) throws IOException {
    Path jars = Product.ROOT.resolve(Path.of("server", "target", "lib"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dlmtc.solr.home=" + home);
    command.add("-Dlmtc.configset=" + configset);
    command.add("-Dlmtc.port=0");
    command.add("-Dsolr.install.dir=" + jars);
    if (Runtime.version().feature() < 24) {
      command.add("-Dsolr.solr.home=" + home);
      command.add("-Djava.security.manager");
      // two equals signs: this policy alone, and not that of the JDK besides
      command.add("-Djava.security.policy==" + policy());
    }
    command.add("-jar");
    command.add(jars.resolve("lmtc-server.jar").toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("server.log").toFile())
        .start();
  }

  /** A guarded Solr's policy with the line that the guide wants to be added. */
  private static Path policy() throws IOException {
    Path policy = folder.resolve("security.policy");
    String line =
        guide()
            .lines()
            .filter(each -> each.startsWith("permission "))
            .collect(Collectors.joining("\n"));
    try (InputStream stock = TestInstallation.class.getResourceAsStream("/guarded-solr.policy")) {
      Files.writeString(
          policy,
          new String(stock.readAllBytes(), StandardCharsets.UTF_8) + "grant {" + line + "};\n");
    }
    return policy;
  }

  private static String guide() throws IOException {
    return Files.readString(Product.ROOT.resolve(Path.of("docs", "install.md")));
  }

  @Test
  void theShippedConfigsetLabels() throws Exception {
    Product.Answer answer = product.index(Product.DEMO_ACTS.toString());
    assertEquals(0, answer.code(), answer.err());
    assertTrue(product.count("lmtc_status:labelled") > 30);
    JsonNode models = product.get("/lmtc/models", Map.of()).get("models");
    assertEquals("eurovoc-default", models.get(0).get("name").asText());
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
    Path zip = unzip(zip(), folder.resolve("command-line"));
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
    String guide = guide();
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
