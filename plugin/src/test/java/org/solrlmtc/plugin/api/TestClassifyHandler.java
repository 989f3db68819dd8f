package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.OpenCircuitBreaker;

/** A text is labelled without being indexed. */
public class TestClassifyHandler extends HandlerTestCase {
  private static final String CLASSIFY = "/lmtc/classify";
  private static final String JSON = "application/json";
  private static final String PLAIN = "text/plain";

  private NamedList<Object> post(String type, String body, String... namesAndValues)
      throws Exception {
    return post(type, body.getBytes(StandardCharsets.UTF_8), namesAndValues);
  }

  private NamedList<Object> post(String type, byte[] body, String... namesAndValues)
      throws Exception {
    GenericSolrRequest request =
        new GenericSolrRequest(METHOD.POST, CLASSIFY, params(namesAndValues));
    request.setContentWriter(
        new RequestWriter.ContentWriter() {
          @Override
          public void write(OutputStream out) throws IOException {
            out.write(body);
          }

          @Override
          public String getContentType() {
            return type;
          }
        });
    return solr.request(request);
  }

  private static List<?> ids(NamedList<Object> answer) {
    return ((List<?>) at(answer, "labels")).stream().map(label -> at(label, "id")).toList();
  }

  @Test
  public void circuitBreakersRefuseTexts() throws Exception {
    startCore(OpenCircuitBreaker.in(shippedConfig()));
    assertRefused(429, () -> ask("/lmtc/classify", "text", "milk"), OpenCircuitBreaker.MESSAGE);
    assertRefused(
        429,
        () -> ask("/lmtc/classify", "text", "milk", "isShard", "true"),
        OpenCircuitBreaker.MESSAGE);
  }

  @Test
  public void aTextIsLabelledAndNotIndexed() throws Exception {
    startCore();
    NamedList<Object> answer = ask(CLASSIFY, "text", "cheese, cheese and an import licence");
    assertEquals(modelId("words"), at(answer, "model"));
    assertEquals(List.of("2", "3"), ids(answer));
    assertEquals("cheese", at(answer, "labels", 0, "label"));
    assertTrue((Float) at(answer, "labels", 0, "score") > (Float) at(answer, "labels", 1, "score"));
    solr.commit();
    assertEquals(0, solr.query(params("q", "*:*")).getResults().getNumFound());
  }

  @Test
  public void severalTextsAreLabelledInOneRequest() throws Exception {
    startCore();
    NamedList<Object> answer =
        ask(CLASSIFY, "text", "cheese", "text", "an import licence", "explain", "true");
    assertEquals(modelId("words"), at(answer, "model"));
    assertEquals("2", at(answer, "results", 0, "labels", 0, "id"));
    assertEquals("3", at(answer, "results", 1, "labels", 0, "id"));
    assertEquals("import licence", at(answer, "results", 1, "labels", 0, "passages", 0, "text"));
    assertRefused(400, () -> ask(CLASSIFY, "text", "milk", "text", " "), "number 2 is empty");

    NamedList<Object> posted =
        post(JSON, "[{'text': 'butter'}, {'header': 'milk'}]".replace('\'', '"'));
    assertEquals("4", at(posted, "results", 0, "labels", 0, "id"));
    assertEquals("1", at(posted, "results", 1, "labels", 0, "id"));
    NamedList<Object> list = post(JSON, "[{\"text\": \"butter\"}]");
    assertEquals("4", at(list, "results", 0, "labels", 0, "id"));
    assertRefused(400, () -> post(JSON, "[]"), "empty list");
    assertRefused(400, () -> post(JSON, "[{\"text\": \"milk\"}, 1]"), "a JSON object");
    String tooMany = "{\"text\": \"milk\"},".repeat(100) + "{\"text\": \"milk\"}";
    assertRefused(400, () -> post(JSON, "[" + tooMany + "]"), "more than 100 texts");
  }

  @Test
  public void anIndexedActShowsWhereItsLabelsComeFrom() throws Exception {
    startCore();
    // uncommitted
    solr.add(act("id", "a", "header", "milk", "main_body", List.of("butter", "cheese cheese")));
    NamedList<Object> answer = ask(CLASSIFY, "id", "a", "explain", "true", "top", "1");
    assertEquals("a", at(answer, "document", "id"));
    assertEquals(modelId("words"), at(answer, "document", "lmtc_model"));
    assertEquals("labelled", at(answer, "document", "lmtc_status"));
    assertEquals(List.of("1", "2", "4"), at(answer, "document", "eurovoc_id"));
    // all that it has in the index, although top is 1
    assertEquals(List.of("1", "2", "4"), ids(answer));
    assertEquals(true, at(answer, "labels", 2, "inIndex"));
    assertEquals("butter", at(answer, "labels", 2, "passages", 0, "text"));
    assertEquals("main_body", at(answer, "labels", 2, "passages", 0, "zone"));
  }

  @Test
  public void aLabelThatOnlyTheModelOrOnlyTheIndexHasIsMarked() throws Exception {
    startCore();
    addPlain(act("id", "a", "header", "milk", "eurovoc_id", "3"));
    NamedList<Object> answer = ask(CLASSIFY, "id", "a");
    assertEquals(List.of("1", "3"), ids(answer));
    assertEquals(false, at(answer, "labels", 0, "inIndex"));
    assertEquals(true, at(answer, "labels", 1, "inIndex"));
    assertEquals(0f, at(answer, "labels", 1, "score"));
    assertEquals(1, at(answer, "found"));
  }

  @Test
  public void anIdWithoutATextIsRefused() throws Exception {
    startCore();
    addPlain(act("id", "empty", "title", "milk"));
    assertRefused(404, () -> ask(CLASSIFY, "id", "none"), "'id'", "no document", "'none'");
    assertRefused(400, () -> ask(CLASSIFY, "id", "empty"), "without stored text");
    assertRefused(400, () -> ask(CLASSIFY, "id", "empty", "text", "milk"), "send no text");
  }

  @Test
  public void theLabelsAreTheSameAsInIndexing() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "main_body", List.of("butter", "cheese cheese"));
    assertEquals(
        values("a", "eurovoc_id"),
        ids(
            post(
                JSON,
                "{'header': 'milk', 'main_body': ['butter', 'cheese cheese']}"
                    .replace('\'', '"'))));
  }

  @Test
  public void bodiesOfEveryContentTypeAreRead() throws Exception {
    startCore();
    assertEquals(List.of("1"), ids(post(JSON, "{\"text\": \"milk\"}")));
    assertEquals(List.of("4"), ids(post(PLAIN, "some butter")));
    assertEquals(
        List.of("4"),
        ids(
            post(
                PLAIN + "; charset=ISO-8859-1",
                "b\u00e9 butter".getBytes(Charset.forName("ISO-8859-1")))));
    assertEquals(
        List.of("4"),
        ids(
            post(
                JSON + "; charset=utf-8",
                "{\"celex_id\": \"3\", \"type\": \"Decision\", \"title\": \"milk\", \"uri\": null,"
                    + " \"concepts\": [\"1\"], \"main_body\": \"butter\", \"recitals\": null}")));
  }

  @Test
  public void topAndThresholdLimitTheLabels() throws Exception {
    startCore();
    String text = "cheese cheese butter milk milk milk";
    NamedList<Object> first = ask(CLASSIFY, "text", text, "top", "1");
    assertEquals(1, ids(first).size());
    assertEquals(3, at(first, "found"));
    double best = (Float) at(first, "labels", 0, "score");
    NamedList<Object> none =
        ask(CLASSIFY, "text", text, "threshold", Double.toString(Math.min(1, best)));
    assertEquals(List.of(), ids(none));
    assertEquals(3, ids(ask(CLASSIFY, "text", text, "threshold", "0")).size());
    assertEquals(List.of("1"), ids(ask(CLASSIFY, "text", "calm", "model", "throwing")));
  }

  @Test
  public void explainAddsThePassagesBehindALabel() throws Exception {
    startCore();
    String body =
        "{'header': 'on cheese', 'main_body': [' ', 'of milk', 'Cheese, cheese: import licence']}"
            .replace('\'', '"');
    NamedList<Object> answer = post(JSON, body, "explain", "true");
    assertEquals("2", at(answer, "labels", 0, "id"));
    assertEquals(
        "{zone=header, section=0, start=3, end=9, text=cheese}",
        withoutWeight(at(answer, "labels", 0, "passages", 0)));
    assertEquals(
        "{zone=main_body, section=2, start=0, end=6, text=Cheese}",
        withoutWeight(at(answer, "labels", 0, "passages", 1)));
    assertTrue((Float) ((Map<?, ?>) at(answer, "labels", 0, "passages", 0)).get("weight") > 0);
    assertEquals(3, ((List<?>) at(answer, "labels", 0, "passages")).size());
    NamedList<Object> limited = post(JSON, body, "explain", "true", "explain.limit", "2");
    assertEquals(2, ((List<?>) at(limited, "labels", 0, "passages")).size());
    NamedList<Object> plain = post(JSON, body, "explain", "false");
    assertEquals(-1, ((NamedList<?>) at(plain, "labels", 0)).indexOf("passages", 0));
  }

  private static String withoutWeight(Object passage) {
    Map<Object, Object> fields = new LinkedHashMap<>((Map<?, ?>) passage);
    fields.remove("weight");
    return fields.toString();
  }

  @Test
  public void badRequestsForPassagesAreRefused() throws Exception {
    startCore();
    assertRefused(
        400,
        () -> ask(CLASSIFY, "text", "milk", "explain", "yes"),
        "the parameter 'explain' must be true or false, not 'yes'");
    for (String limit : List.of("0", "101", "many", "-1", "9999999999999999999")) {
      assertRefused(
          400,
          () -> ask(CLASSIFY, "text", "milk", "explain", "true", "explain.limit", limit),
          "the parameter 'explain.limit' must be a whole number from 1 to 100, not '" + limit);
    }
    assertRefused(
        400,
        () -> ask(CLASSIFY, "text", "calm", "explain", "true", "model", "throwing"),
        "the parameter 'explain'",
        "model '" + modelId("throwing") + "' cannot explain its labels",
        "method 'throwing'");
  }

  @Test
  public void badRequestsAreRefused() throws Exception {
    startCore();
    assertRefused(400, () -> ask(CLASSIFY), "there is no text", "application/json or text/plain");
    assertRefused(400, () -> post(JSON, "{\"header\": \" \"}"), "there is no text");
    assertRefused(400, () -> post(PLAIN, "milk", "text", "milk"), "send one text");
    assertRefused(
        400, () -> post(JSON, "{\"text\":\n \"milk\" oops}"), "not valid JSON, line 2, column 9");
    assertRefused(400, () -> post(JSON, "{\"text\": \"milk"), "not valid JSON, line 1");
    assertRefused(400, () -> post(JSON, "{\"text\": \"a\"} {}"), "more text follows");
    assertRefused(
        400, () -> post(JSON, "{\"text\": \"a\", \"text\": \"b\"}"), "field 'text' twice");
    assertRefused(400, () -> post(JSON, "[]"), "the JSON body is an empty list");
    assertRefused(400, () -> post(JSON, "1"), "must be a JSON object");
    assertRefused(
        400,
        () -> post(JSON, "{\"heading\": \"milk\"}"),
        "unknown field 'heading'",
        "[attachments, header, main_body, recitals]");
    assertRefused(
        400,
        () -> post(JSON, "{\"text\": \"a\", \"header\": \"b\"}"),
        "'text' and the zone 'header'");
    assertRefused(400, () -> post(JSON, "{\"header\": 7}"), "'header' must be a string");
    assertRefused(
        400, () -> post(JSON, "{\"main_body\": [\"a\", {}]}"), "'main_body[1]' must be a string");
    assertRefused(
        400, () -> post(PLAIN, new byte[] {'a', (byte) 0xff}), "the body is not valid UTF-8");
    assertRefused(
        400, () -> post(JSON, new byte[] {'"', (byte) 0xff, '"'}), "the body is not valid UTF-8");
    assertRefused(400, () -> post(PLAIN + ";charset=klingon", "a"), "unknown charset 'klingon'");
    assertRefused(415, () -> post("application/pdf", "a"), "application/json or text/plain");
    assertRefused(
        400,
        () -> ask(CLASSIFY, "text", "milk", "model", "oracle"),
        "the parameter 'model'",
        "there are: throwing, words");
    assertRefused(400, () -> ask(CLASSIFY, "text", "milk", "top", "0"), "the parameter 'top'");
    assertRefused(400, () -> ask(CLASSIFY, "text", "milk", "top", "1001"), "the parameter 'top'");
    assertRefused(
        400, () -> ask(CLASSIFY, "text", "milk", "threshold", "2"), "the parameter 'threshold'");
    assertRefused(
        500,
        () -> post(JSON, "{\"header\": \"trouble\"}", "model", "throwing"),
        "model '" + modelId("throwing") + "' could not label the text: the tensor caught fire");
    assertEquals(List.of("1"), ids(ask(CLASSIFY, "text", "milk")));
  }

  @Test
  public void longTextsAreRefused() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<int name=\"maxTextChars\">20</int><str name=\"onFailure\">"));
    assertRefused(400, () -> ask(CLASSIFY, "text", "milk ".repeat(5)), "maxTextChars = 20");
    assertRefused(400, () -> post(PLAIN, "milk ".repeat(5)), "maxTextChars = 20");
    assertRefused(400, () -> post(PLAIN, "milk ".repeat(50_000)), "maxTextChars");
    assertEquals(List.of("1"), ids(post(PLAIN, "milk")));
  }
}
