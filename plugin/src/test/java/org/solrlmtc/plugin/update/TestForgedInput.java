package org.solrlmtc.plugin.update;

import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.util.LogListener;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;

/** Values that pretend to be text, labels or lines of the log are not taken for them. */
public class TestForgedInput extends HandlerTestCase {

  @Test
  public void childDocumentsInATextFieldAreRefused() throws Exception {
    startCore();
    SolrInputDocument child = act("id", "child", "header", "cheese");
    String[] message = {
      "document 'a' refused: its text field 'header' holds a child document",
      "child documents in another field"
    };
    assertRefused(400, () -> solr.add(act("id", "a", "header", child)), message);
    assertRefused(400, () -> solr.add(act("id", "a", "header", List.of("milk", child))), message);
    add("id", "a", "header", "milk");
    assertRefused(400, () -> solr.add(act("id", "a", "header", Map.of("set", child))), message);
    assertRefused(
        400,
        () -> solr.add(act("id", "b", "header", new byte[] {1})),
        "document 'b' refused: its text field 'header' holds a value of type byte[]");
    solr.commit();
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertNull(get("b"));
  }

  @Test
  public void anEmptyLabelIsNotSupplied() throws Exception {
    startCore();
    add("id", "a", "header", "cheese", "eurovoc_id", "");
    assertEquals(List.of("2"), values("a", "eurovoc_id"));
    add("id", "b", "header", "cheese", "eurovoc_id", List.of("", " "));
    assertEquals(List.of("2"), values("b", "eurovoc_id"));
    assertEquals("labelled", get("b").getFieldValue("lmtc_status"));
  }

  @Test
  public void anOperationWithoutLabelsKeepsNamesAndScores() throws Exception {
    startCore();
    add("id", "a", "header", "cheese");
    List<Object> scores = values("a", "eurovoc_score");
    for (String operation : List.of("add", "add-distinct", "remove")) {
      for (Object nothing : new Object[] {null, List.of(), ""}) {
        add("id", "a", "eurovoc_id", Collections.singletonMap(operation, nothing));
        assertEquals(List.of("2"), values("a", "eurovoc_id"));
        assertEquals(List.of("cheese"), values("a", "eurovoc_label"));
        assertEquals(scores, values("a", "eurovoc_score"));
        assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
      }
    }
    add(
        "id",
        "a",
        "header",
        Map.of("set", "milk"),
        "eurovoc_id",
        Collections.singletonMap("add", null));
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals("milk", get("a").getFieldValue("header"));
  }

  @Test
  public void anIdCannotForgeALineOfTheLog() throws Exception {
    System.setProperty("lmtc.model", "throwing");
    startCore();
    SolrException e =
        expectThrows(
            SolrException.class,
            () -> solr.add(act("id", "a\n2026-01-01 INFO forged\u2028", "header", "trouble")));
    assertTrue(e.getMessage(), e.getMessage().contains("'a\\u000A2026-01-01 INFO forged\\u2028'"));
    assertRefused(
        400,
        () -> ask("/lmtc/classify", "text", "milk", "top", "1\r\n2026"),
        "the parameter 'top'",
        "not '1\\u000D\\u000A2026'");
  }

  @Test
  public void textsToClassifyAreNotLogged() throws Exception {
    startCore();
    try (LogListener log =
        LogListener.info("org.apache.solr.core.SolrCore.Request").substring("/lmtc/classify")) {
      ask("/lmtc/classify", "text", "secret cheese", "top", "3");
      String line = log.pollMessage();
      assertTrue(line, line.contains("top=3"));
      assertFalse(line, line.contains("secret"));
    }
  }

  @Test
  public void pathsOfTheServerStayInTheServer() throws Exception {
    startCore();
    for (String parameter : List.of("model", "labels")) {
      SolrException e =
          expectThrows(SolrException.class, () -> ask("/lmtc/evaluate", parameter, "nonexistent"));
      assertFalse(e.getMessage(), e.getMessage().contains(models.toString()));
      assertTrue(
          e.getMessage(),
          e.getMessage()
              .contains("there is no model bundle 'nonexistent' in the models folder; there are:"));
    }
    Files.writeString(models.resolve("words").resolve("labels.tsv"), "damaged");
    SolrException swap =
        expectThrows(
            SolrException.class, () -> command("/lmtc/models", "action", "swap", "model", "words"));
    assertFalse(swap.getMessage(), swap.getMessage().contains(models.toString()));
    assertTrue(swap.getMessage(), swap.getMessage().contains("words/labels.tsv is not the file"));
    String status = (String) at(ask("/lmtc/models"), "models", 0, "lastSwapFailed");
    assertFalse(status, status.contains(models.toString()));
  }
}
