package org.solrlmtc.plugin.update;

import static java.util.Map.of;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.ExecutorUtil;
import org.apache.solr.common.util.SolrNamedThreadFactory;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.LabellingTestCase;

/** People accept, reject and add labels, and the model does not overrule them. */
public class TestCorrections extends LabellingTestCase {
  private static final Map<String, Object> EMPTY = Collections.singletonMap("set", null);

  /** Suggested: cheese (2), import licence (3). */
  private void addAct() throws Exception {
    startCore();
    add("id", "a", "header", "cheese", "recitals", "cheese, an import licence", "type", "Decision");
    assertEquals(List.of("2", "3"), values("a", "eurovoc_id"));
  }

  @Test
  public void acceptingRejectingAndAddingKeepsAllOtherFields() throws Exception {
    addAct();
    SolrDocument before = get("a");
    add(
        "id",
        "a",
        "eurovoc_confirmed",
        of("add", List.of("3", "4")),
        "eurovoc_rejected",
        of("add", "2"));
    assertEquals(List.of("3", "4"), values("a", "eurovoc_id"));
    assertEquals(List.of("import licence", "butter"), values("a", "eurovoc_label"));
    assertEquals(List.of(1f, 1f), values("a", "eurovoc_score"));
    assertEquals(List.of("3|1.0", "4|1.0"), values("a", "eurovoc_weight"));
    assertEquals(List.of("2011 trade policy", "6016 dairy"), values("a", "eurovoc_microthesaurus"));
    assertEquals(List.of("20 TRADE", "60 FOOD"), values("a", "eurovoc_domain"));
    assertEquals(
        List.of("0/20", "0/60", "1/20/2011", "1/60/6016", "2/20/2011/3", "2/60/6016/4"),
        values("a", "eurovoc_domain_path"));
    assertEquals(List.of("0/1", "0/3", "1/1/4"), values("a", "eurovoc_broader_path"));
    assertEquals(List.of("3", "4"), values("a", "eurovoc_confirmed"));
    assertEquals(List.of("2"), values("a", "eurovoc_rejected"));
    for (String field :
        List.of(
            "eurovoc_suggested",
            "eurovoc_suggested_score",
            "lmtc_model",
            "lmtc_status",
            "header",
            "recitals",
            "type")) {
      assertEquals(field, before.get(field), get("a").get(field));
    }
    assertEquals(List.of("2", "3"), values("a", "eurovoc_suggested"));
  }

  @Test
  public void theOriginOfALabelCanBeSearched() throws Exception {
    addAct();
    add("id", "b", "header", "cheese");
    add("id", "a", "eurovoc_confirmed", of("add", "2"));
    assertEquals(List.of("a"), found("eurovoc_confirmed:2"));
    assertEquals(List.of("b"), found("+eurovoc_id:2 -eurovoc_confirmed:2"));
    assertEquals(
        List.of("b"),
        found(
            "+lmtc_model:\"" + modelId("words") + "\" +eurovoc_suggested:2 -eurovoc_confirmed:2"));
    add("id", "b", "eurovoc_rejected", of("add", "2"));
    assertEquals(List.of("b"), found("eurovoc_rejected:2"));
    assertEquals(List.of("a"), found("eurovoc_id:2"));
  }

  @Test
  public void correctionsOutlastRelabellingAndNewText() throws Exception {
    addAct();
    add("id", "a", "eurovoc_rejected", of("add", "2"), "eurovoc_confirmed", of("add", "4"));
    add("id", "a", "eurovoc_id", EMPTY);
    assertEquals(List.of("4", "3"), values("a", "eurovoc_id"));
    add("id", "a", "recitals", of("set", "cheese and milk"));
    assertEquals(List.of("2", "1"), values("a", "eurovoc_suggested"));
    assertEquals(List.of("4", "1"), values("a", "eurovoc_id"));
    assertEquals(List.of("butter", "milk"), values("a", "eurovoc_label"));
    add("id", "a", "eurovoc_rejected", EMPTY, "eurovoc_confirmed", EMPTY);
    assertEquals(List.of("2", "1"), values("a", "eurovoc_id"));
  }

  @Test
  public void aReviewedActHasTheConfirmedLabelsOnly() throws Exception {
    addAct();
    add("id", "a", "eurovoc_confirmed", of("add", "3"), "lmtc_reviewed", of("set", "NOW"));
    assertEquals(List.of("3"), values("a", "eurovoc_id"));
    assertTrue(get("a").getFieldValue("lmtc_reviewed") instanceof Date);
    add("id", "a", "header", of("set", "milk"));
    assertEquals(List.of("3"), values("a", "eurovoc_id"));
    assertEquals(List.of("1", "2", "3"), sorted("a", "eurovoc_suggested"));
    add("id", "a", "lmtc_reviewed", EMPTY);
    assertEquals(List.of("1", "2", "3"), sorted("a", "eurovoc_id"));
    add("id", "b", "header", "milk");
    add("id", "b", "lmtc_reviewed", of("set", "NOW"));
    assertEquals(List.of(), values("b", "eurovoc_id"));
    assertEquals(List.of(), values("b", "eurovoc_domain_path"));
  }

  @Test
  public void theConceptFieldAcceptsCorrections() throws Exception {
    addAct();
    add("id", "a", "eurovoc_id", of("add", "4"));
    assertEquals(List.of("4", "2", "3"), values("a", "eurovoc_id"));
    assertEquals(List.of("butter", "cheese", "import licence"), values("a", "eurovoc_label"));
    add("id", "a", "eurovoc_id", of("remove", List.of("2")));
    assertEquals(List.of("4", "3"), values("a", "eurovoc_id"));
    assertEquals(List.of("2"), values("a", "eurovoc_rejected"));
    add("id", "a", "eurovoc_id", of("set", List.of("2", "1")));
    assertEquals(List.of("2", "1"), values("a", "eurovoc_id"));
    assertEquals(List.of("2", "1"), values("a", "eurovoc_confirmed"));
    assertEquals(List.of(), values("a", "eurovoc_rejected"));
    assertNotNull(get("a").getFieldValue("lmtc_reviewed"));
    assertRefused(
        400,
        "labels cannot be corrected by 'inc' of the field 'eurovoc_id'",
        act("id", "a", "eurovoc_id", of("inc", "1")));
  }

  @Test
  public void confirmingEndsARejectionAndTheOtherWayRound() throws Exception {
    addAct();
    add("id", "a", "eurovoc_rejected", of("add", "2"));
    add("id", "a", "eurovoc_confirmed", of("add", "2"));
    assertEquals(List.of(), values("a", "eurovoc_rejected"));
    add("id", "a", "eurovoc_rejected", of("set", List.of("2")));
    assertEquals(List.of(), values("a", "eurovoc_confirmed"));
    assertRefused(
        400,
        "the label '4' is both in 'eurovoc_confirmed' and in 'eurovoc_rejected'",
        act("id", "a", "eurovoc_confirmed", of("add", "4"), "eurovoc_rejected", of("add", "4")));
    assertRefused(
        400,
        "the label '4' is both in",
        act("id", "b", "eurovoc_confirmed", "4", "eurovoc_rejected", "4"));
  }

  @Test
  public void labelsThatADocumentBringsAreAPersonsAndGetNamesAndPlaces() throws Exception {
    startCore();
    add("id", "a", "header", "milk", "eurovoc_id", List.of("4", "3"));
    assertEquals(List.of("4", "3"), values("a", "eurovoc_id"));
    assertEquals(List.of("4", "3"), values("a", "eurovoc_confirmed"));
    assertEquals(List.of("butter", "import licence"), values("a", "eurovoc_label"));
    assertEquals(List.of("60 FOOD", "20 TRADE"), values("a", "eurovoc_domain"));
    assertEquals(List.of("0/1", "0/3", "1/1/4"), values("a", "eurovoc_broader_path"));
    assertEquals(List.of("1"), values("a", "eurovoc_suggested"));
    assertNotNull(get("a").getFieldValue("lmtc_reviewed"));
  }

  @Test
  public void labelsOfTheModelStayTheModelsWhenADocumentIsReadAndSentBack() throws Exception {
    addAct();
    add("id", "a", "eurovoc_confirmed", of("add", "4"), "eurovoc_rejected", of("add", "3"));
    SolrInputDocument copy = new SolrInputDocument();
    get("a")
        .forEach(
            field -> {
              if (!field.getKey().equals("_version_")) {
                copy.setField(field.getKey(), field.getValue());
              }
            });
    copy.setField("header", "milk, milk and milk");
    solr.add(copy);
    solr.commit();
    assertEquals(List.of("1", "2", "3"), sorted("a", "eurovoc_suggested"));
    assertEquals(List.of("1", "2", "4"), sorted("a", "eurovoc_id"));
    assertEquals(List.of("4"), values("a", "eurovoc_confirmed"));
    assertNull(get("a").getFieldValue("lmtc_reviewed"));
    SolrInputDocument update = act("id", "a");
    for (String field : List.of("eurovoc_id", "eurovoc_suggested", "lmtc_model", "lmtc_status")) {
      update.setField(field, of("set", values("a", field)));
    }
    solr.add(update);
    solr.commit();
    assertEquals(List.of("4"), values("a", "eurovoc_confirmed"));
  }

  @Test
  public void aProcessorThatIsInTheChainTwiceLabelsOnce() throws Exception {
    startCore();
    UpdateRequest request = new UpdateRequest();
    request.add(act("id", "a", "header", "milk"));
    request.setParam("processor", "lmtc");
    request.process(solr);
    solr.commit();
    assertEquals(List.of("1"), values("a", "eurovoc_id"));
    assertEquals(List.of(), values("a", "eurovoc_confirmed"));
    assertEquals("labelled", get("a").getFieldValue("lmtc_status"));
    assertEquals(
        1L,
        h.getCore().getCoreMetricManager().getRegistry().meter("UPDATE.lmtc.documents").getCount());
  }

  @Test
  public void anUnknownConceptIsRefusedWithItsIdAndTheSetting() throws Exception {
    addAct();
    String message = "has no concept '99': correct the label, or set unknownConcepts = keep";
    assertRefused(400, "document 'a' refused: ", act("id", "a", "eurovoc_id", of("add", "99")));
    assertRefused(400, message, act("id", "a", "eurovoc_rejected", of("add", "99")));
    assertRefused(400, message, act("id", "b", "header", "milk", "eurovoc_id", "99"));
    assertEquals(List.of("2", "3"), values("a", "eurovoc_id"));
    assertNull(get("b"));
  }

  @Test
  public void anUnknownConceptIsKeptWithItsIdAsName() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<str name=\"unknownConcepts\">keep</str><str name=\"onFailure\">"));
    add("id", "a", "header", "milk");
    add("id", "a", "eurovoc_confirmed", of("add", "99"));
    assertEquals(List.of("99", "1"), values("a", "eurovoc_id"));
    assertEquals(List.of("99", "milk"), values("a", "eurovoc_label"));
    assertEquals(List.of("60 FOOD"), values("a", "eurovoc_domain"));
  }

  @Test
  public void labelsOfAnAbsentDocumentAreRefusedAndCreateNone() throws Exception {
    startCore();
    assertRefused(
        404,
        "the labels of document 'nobody' cannot be changed: it is not in the index",
        act("id", "nobody", "eurovoc_confirmed", of("add", "1")));
    assertNull(get("nobody"));
    assertRefused(409, "Document not found", act("id", "x", "_version_", 7L, "eurovoc_id", EMPTY));
    add("id", "new", "type", of("set", "Decision"), "eurovoc_confirmed", of("add", "1"));
    assertEquals(List.of("milk"), values("new", "eurovoc_label"));
  }

  @Test
  public void optimisticConcurrencyHoldsForCorrections() throws Exception {
    addAct();
    Object old = get("a").getFieldValue("_version_");
    add("id", "a", "eurovoc_confirmed", of("add", "4"), "_version_", old);
    assertRefused(
        409,
        "version conflict",
        act("id", "a", "eurovoc_rejected", of("add", "2"), "_version_", old));
    assertEquals(List.of("4", "2", "3"), values("a", "eurovoc_id"));
    // in one request, after documents that are still in the look-ahead buffer
    addInOneRequest(
        act("id", "b", "header", "milk"),
        act("id", "b", "eurovoc_confirmed", of("add", "4")),
        act("id", "c", "header", "butter"));
    assertEquals(List.of("4", "1"), values("b", "eurovoc_id"));
  }

  @Test
  public void concurrentCorrectionsOfOneDocumentAreAllKept() throws Exception {
    startCore();
    List<String> labels = List.of("1", "2", "3", "4");
    CyclicBarrier together = new CyclicBarrier(labels.size());
    ExecutorService people =
        ExecutorUtil.newMDCAwareFixedThreadPool(
            labels.size(), new SolrNamedThreadFactory("people"));
    try {
      for (int round = 0; round < 25; round++) {
        String id = "act" + round;
        solr.add(act("id", id, "header", "nothing"));
        List<Future<?>> corrections = new ArrayList<>();
        for (String label : labels) {
          corrections.add(
              people.submit(
                  () -> {
                    together.await();
                    return solr.add(act("id", id, "eurovoc_confirmed", of("add", label)));
                  }));
        }
        for (Future<?> correction : corrections) {
          correction.get();
        }
        assertEquals(id, labels, sorted(id, "eurovoc_confirmed"));
        assertEquals(id, labels, sorted(id, "eurovoc_id"));
      }
    } finally {
      ExecutorUtil.shutdownAndAwaitTermination(people);
    }
  }

  @Test
  public void aFailingModelKeepsCorrections() throws Exception {
    System.setProperty("lmtc.onFailure", "skip");
    addAct();
    System.setProperty("lmtc.model", "throwing");
    h.reload();
    add("id", "a", "header", of("set", "trouble"), "eurovoc_confirmed", of("add", "4"));
    assertEquals(List.of("4"), values("a", "eurovoc_id"));
    assertEquals(
        "failed: scoring failed: the tensor caught fire", get("a").getFieldValue("lmtc_status"));
    add("id", "a", "eurovoc_id", EMPTY, "eurovoc_confirmed", of("add", "3"));
    assertEquals(List.of("4", "3"), values("a", "eurovoc_id"));
  }

  private List<Object> sorted(String id, String field) throws Exception {
    return values(id, field).stream().sorted().toList();
  }

  private List<Object> found(String query) throws Exception {
    SolrQuery search = new SolrQuery(query).setParam("defType", "lucene").setParam("fl", "id");
    return solr.query(search.setSort("id", SolrQuery.ORDER.asc)).getResults().stream()
        .map(doc -> doc.getFieldValue("id"))
        .toList();
  }

  private void assertRefused(int code, String message, SolrInputDocument update) {
    SolrException e = expectThrows(SolrException.class, () -> solr.add(update));
    assertTrue(e.getMessage(), e.getMessage().contains(message));
    assertEquals(e.getMessage(), code, e.code());
  }
}
