package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.util.NamedList;
import org.awaitility.Awaitility;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** A model learns acts over HTTP, and from what people review. */
public class TestMemory extends HandlerTestCase {
  private static final String MODELS = "/lmtc/models";
  private static final String GOATS =
      "{\"celex_id\": \"a\", \"title\": \"On goats\", \"main_body\": [\"goats at oats\"],"
          + " \"concepts\": [\"3\"]}";

  @Before
  public void useNeighbours() throws Exception {
    TinyBundles.writeNeighbours(models, "near");
    System.setProperty("lmtc.model", "near");
  }

  @After
  public void clearProperty() {
    System.clearProperty("lmtc.remember");
    System.clearProperty("lmtc.memory.maxActs");
  }

  private NamedList<Object> remember(String body) throws Exception {
    GenericSolrRequest request =
        new GenericSolrRequest(METHOD.POST, MODELS, params("action", "remember", "model", "near"));
    request.setContentWriter(
        new RequestWriter.ContentWriter() {
          @Override
          public void write(OutputStream out) throws IOException {
            out.write(body.getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public String getContentType() {
            return "application/x-ndjson";
          }
        });
    return solr.request(request);
  }

  private NamedList<Object> forget(String name, String value) throws Exception {
    return command(MODELS, "action", "forget", "model", "near", name, value);
  }

  private List<Object> labels(String id) throws Exception {
    add("id", id, "main_body", "goats at oats");
    return values(id, "eurovoc_id");
  }

  private Object memory(String name) throws Exception {
    return at(ask(MODELS, "memoryIds", "true"), "models", 0, "memory", name);
  }

  @Test
  public void anActIsLearnedExplainedAndForgotten() throws Exception {
    startCore();
    assertEquals(List.of(), labels("q1"));
    String served = modelId("near");
    assertEquals(1, at(remember(GOATS + "\n\n"), "memory", "acts"));
    assertEquals(List.of("3"), labels("q2"));
    assertEquals("the bundle is the same", served, get("q2").getFieldValue("lmtc_model"));
    assertEquals(List.of("a"), memory("ids"));
    NamedList<Object> explained =
        ask("/lmtc/classify", "text", "goats", "explain", "true", "model", "near");
    assertTrue(explained.toString(), explained.toString().contains("On goats"));
    command(MODELS, "action", "swap", "model", "near");
    assertEquals("a swap keeps the memory", List.of("3"), labels("q3"));
    assertEquals(0, at(forget("act", "a"), "memory", "acts"));
    assertEquals(List.of(), labels("q4"));
    remember(GOATS);
    forget("all", "true");
    assertEquals(List.of(), memory("ids"));
  }

  @Test
  public void wrongRequestsAreRefusedAndNothingIsLearned() throws Exception {
    startCore();
    assertRefused(400, () -> remember("\n"), "no acts");
    assertRefused(400, () -> remember("{"), "line 1");
    assertRefused(400, () -> remember(GOATS + "\n[]"), "line 2", "object");
    assertRefused(400, () -> remember(GOATS + "\n{\"celex_id\": \"b\"}"), "line 2", "no text");
    assertRefused(
        400, () -> remember(GOATS.replace("\"On goats\"", "7")), "line 1", "'title'", "string");
    assertRefused(409, () -> remember(GOATS.replace("[\"3\"]", "[]")), "'a' has 0 concepts");
    assertRefused(409, () -> remember(GOATS.replace("\"a\"", "\"\"")), "needs an id");
    assertRefused(400, () -> remember((GOATS + "\n").repeat(1001)), "more than 1000 acts");
    assertRefused(400, () -> remember(" ".repeat((16 << 20) + 1)), "larger than 16 MB");
    assertRefused(400, () -> forget("x", "y"), "'act' is missing");
    assertRefused(
        400, () -> ask(MODELS, "action", "forget", "model", "near", "all", "true"), "POST");
    command(MODELS, "action", "load", "model", "words");
    assertRefused(
        409,
        () -> command(MODELS, "action", "forget", "model", "words", "all", "true"),
        "exact-match",
        "no memory");
    assertEquals(List.of(), memory("ids"));
    assertEquals(0L, memory("version"));
  }

  @Test
  public void aDamagedMemoryIsNamedAndTheModelServes() throws Exception {
    startCore();
    remember(GOATS);
    Path home = Path.of(h.getCoreContainer().getSolrHome());
    Path folder;
    try (Stream<Path> keys = Files.list(home.resolve("lmtc-memory").resolve("near"))) {
      folder = keys.findFirst().orElseThrow();
    }
    deleteCore();
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".cfs")).toList();
    }
    assertEquals(1, files.size());
    Files.write(files.get(0), new byte[] {1, 2, 3});
    // as after a restart, with the same home
    initCore("solrconfig.xml", "managed-schema.xml", home.toString());
    solr = new EmbeddedSolrServer(h.getCoreContainer(), h.coreName);
    assertEquals(List.of(), labels("q1"));
    String problem = (String) memory("problem");
    String place = home.relativize(folder).toString();
    assertTrue(problem, problem.startsWith("the memory " + place));
    assertFalse(problem, problem.contains(home.toString()));
    assertRefused(409, () -> remember(GOATS), "the memory " + place, "action=forget");
    forget("all", "true");
    remember(GOATS);
    assertEquals(List.of("3"), labels("q2"));
  }

  @Test
  public void theMemoryIsBounded() throws Exception {
    System.setProperty("lmtc.memory.maxActs", "2");
    startCore();
    for (String id : List.of("x", "y", "z")) {
      remember(GOATS.replace("\"a\"", "\"" + id + "\""));
    }
    assertEquals(List.of("y", "z"), memory("ids"));
    assertEquals(2, memory("maxActs"));
  }

  @Test
  public void reviewedActsAreLearnedAndTakenBackWithoutACommand() throws Exception {
    System.setProperty("lmtc.remember", "true");
    startCore();
    add("id", "a", "header", "On goats", "main_body", "goats at oats");
    assertEquals(List.of(), values("a", "eurovoc_id"));
    // one label more is no review
    add("id", "a", "eurovoc_confirmed", Map.of("add", "1"));
    add("id", "a", "eurovoc_id", Map.of("set", List.of("3")));
    Awaitility.await().until(() -> memory("ids").equals(List.of("a")));
    assertEquals(List.of("3"), labels("q1"));
    assertEquals("the act itself is no evidence", List.of(), values("a", "eurovoc_suggested"));
    add("id", "a", "lmtc_reviewed", Collections.singletonMap("set", null));
    Awaitility.await().until(() -> memory("ids").equals(List.of()));
    add("id", "b", "main_body", "goats", "eurovoc_id", "2");
    Awaitility.await().until(() -> memory("ids").equals(List.of("b")));
    solr.deleteById("b");
    Awaitility.await().until(() -> memory("ids").equals(List.of()));
    assertEquals(4L, memory("version"));
  }

  @Test
  public void aModelWithoutMemoryCannotRememberReviews() throws Exception {
    System.setProperty("lmtc.remember", "true");
    System.setProperty("lmtc.model", "words");
    startCore();
    Exception failure =
        h.getCoreContainer().getCoreInitFailures().values().iterator().next().exception;
    assertTrue(failure.toString(), failure.getMessage().contains("has no memory"));
  }
}
