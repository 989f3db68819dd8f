package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.util.Utils;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.ThrowingScorers;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** Explanations are stored with the act when the output is enabled. */
public class TestStoredExplanations extends HandlerTestCase {
  private static final String FIELD = "eurovoc_explanation";

  @Before
  public void enableExplanations() {
    System.setProperty("lmtc.explanationField", FIELD);
  }

  /** Label and passage texts of every explanation. */
  private List<String> explanations(String id) throws Exception {
    List<String> read = new ArrayList<>();
    for (Object value : values(id, FIELD)) {
      Map<?, ?> json = (Map<?, ?>) Utils.fromJSONString((String) value);
      List<Object> texts = new ArrayList<>();
      for (Object passage : (List<?>) json.get("passages")) {
        texts.add(((Map<?, ?>) passage).get("text"));
      }
      read.add(json.get("id") + " " + texts);
    }
    return read;
  }

  @Test
  public void everyLabelHasItsPassagesInRankOrder() throws Exception {
    startCore();
    add("id", "a", "header", "Cheese", "main_body", List.of("milk", "cheese: import licence"));
    assertEquals(List.of("2", "1", "3"), values("a", "eurovoc_id"));
    assertEquals(
        List.of("2 [Cheese, cheese]", "1 [milk]", "3 [import licence]"), explanations("a"));
    String first = (String) values("a", FIELD).get(0);
    assertTrue(
        first,
        first.startsWith(
            "{'id':'2','passages':[{'zone':'header','section':0,'start':0,'end':6,'text':'Cheese',"
                .replace('\'', '"')));
  }

  @Test
  public void noExplanationIsStoredByDefault() throws Exception {
    System.clearProperty("lmtc.explanationField");
    startCore();
    add("id", "a", "header", "milk");
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals(List.of(), values("a", FIELD));
  }

  @Test
  public void atomicUpdatesTreatExplanationsLikeLabels() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "recitals", "cheese");
    add("id", "a", "type", of("set", "Decision"));
    assertEquals(List.of("1 [milk]", "2 [cheese]"), explanations("a"));
    add("id", "a", "header", of("set", "butter"));
    assertEquals(List.of("4 [butter]", "2 [cheese]"), explanations("a"));
    add("id", "a", "eurovoc_id", of("set", List.of("3")));
    assertEquals(
        "passages belong to the labels of the model",
        List.of("4 [butter]", "2 [cheese]"),
        explanations("a"));
    add("id", "a", "eurovoc_id", of("set", List.of()));
    assertEquals(List.of("4 [butter]", "2 [cheese]"), explanations("a"));
    add("id", "a", "header", of("set", "nothing"), "recitals", of("set", "nothing"));
    assertEquals(List.of(), explanations("a"));
  }

  @Test
  public void aModelIsNotReplacedByOneThatCannotExplain() throws Exception {
    startCore();
    String former = modelId("words");
    TinyBundles.write(models, "words", "8", ThrowingScorers.METHOD, 0.5, 10);
    assertRefused(
        409,
        () -> command("/lmtc/models", "action", "swap", "model", "words"),
        "cannot swap the model: the output 'explanations' is enabled",
        "model '" + modelId("words") + "' cannot explain its labels",
        "core 'collection1'",
        "the field '" + FIELD + "'");
    assertEquals(former, at(ask("/lmtc/models"), "models", 0, "id"));
    assertEquals(1, at(ask("/lmtc/models"), "models", 0, "openVersions"));
    add("id", "a", "header", "milk");
    assertEquals(List.of("1 [milk]"), explanations("a"));
  }

  @Test
  public void longPassagesAreStoredToo() throws Exception {
    startCore();
    add("id", "a", "header", "import" + " ".repeat(100_000) + "licence");
    assertEquals(List.of("3"), values("a", "eurovoc_id"));
    assertEquals(1, explanations("a").size());
    assertTrue(((String) values("a", FIELD).get(0)).length() > 100_000);
  }
}
