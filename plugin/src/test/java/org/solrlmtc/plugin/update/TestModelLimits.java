package org.solrlmtc.plugin.update;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.junit.Before;
import org.junit.Test;
import org.solrlmtc.core.reference.Distribution;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;
import org.solrlmtc.plugin.metrics.DriftMetrics;

/** A model says what it does not read, how sure it is, and whether acts change. */
public class TestModelLimits extends HandlerTestCase {
  private static final String GERMAN =
      "Verordnung der Kommission über die Einfuhr von Milch (milk) und Käse aus Drittländern";
  private static final String ENGLISH = "Regulation of the Commission on the import of milk";

  @Before
  public void tuneTheModel() throws Exception {
    double[] high = IntStream.range(0, 100).mapToDouble(i -> 0.9 + i / 1000.0).toArray();
    Reference reference =
        new Reference(
            100,
            List.of("en"),
            2,
            Map.of(
                Signal.BEST_SCORE.key(),
                Distribution.of(high),
                Signal.CONFIDENCE.key(),
                Distribution.of(high)));
    TinyBundles.writeTuned(models, "words", reference);
  }

  @Test
  public void actsOfOtherLanguagesGetAStatusAndNoLabels() throws Exception {
    startCore();
    addInOneRequest(act("id", "de", "header", GERMAN), act("id", "en", "header", ENGLISH));
    assertEquals(List.of("other language: de"), values("de", "lmtc_status"));
    assertEquals(List.of(), values("de", "eurovoc_id"));
    assertEquals(List.of(), values("de", "lmtc_confidence"));
    assertEquals(List.of("labelled"), values("en", "lmtc_status"));
    assertEquals(List.of("1"), values("en", "eurovoc_id"));
    NamedList<Object> answer = ask("/lmtc/classify", "text", GERMAN);
    assertEquals("other language: de", at(answer, "status"));
    assertEquals(0, at(answer, "found"));
    assertEquals(1, at(ask("/lmtc/classify", "text", GERMAN, "checkLanguage", "false"), "found"));
    assertEquals(List.of("en"), at(ask("/lmtc/models"), "models", 0, "languages"));
  }

  @Test
  public void theCheckCanBeDisabled() throws Exception {
    System.setProperty("lmtc.checkLanguage", "false");
    startCore();
    add("id", "de", "header", GERMAN);
    assertEquals(List.of("labelled"), values("de", "lmtc_status"));
    assertEquals(List.of("1"), values("de", "eurovoc_id"));
  }

  @Test
  public void aBundleWithoutLanguagesReadsAll() throws Exception {
    TinyBundles.write(models, "words", "exact-match", 0.5, 10);
    startCore();
    add("id", "de", "header", GERMAN);
    assertEquals(List.of("labelled"), values("de", "lmtc_status"));
    assertEquals("unknown without gold labels", List.of(), values("de", "lmtc_confidence"));
  }

  @Test
  public void theConfidenceIsTheExpectedF1OfTheLabels() throws Exception {
    startCore();
    add("id", "a", "header", ENGLISH);
    float score = (Float) values("a", "eurovoc_score").get(0);
    assertEquals(2 * score / (1 + 2), (Float) values("a", "lmtc_confidence").get(0), 1e-6);
    add("id", "b", "header", "nothing of interest");
    assertEquals(List.of(0f), values("b", "lmtc_confidence"));
    NamedList<Object> answer = ask("/lmtc/classify", "text", ENGLISH);
    assertEquals("labelled", at(answer, "status"));
    float asked = (Float) at(answer, "labels", 0, "score");
    assertEquals(2 * asked / (1 + 2), (Double) at(answer, "confidence"), 1e-6);
    solr.commit();
    assertEquals(
        1, solr.query(params("q", "*:*", "fq", "lmtc_confidence:[* TO 0]")).getResults().size());
  }

  @Test
  public void driftAndDocumentsWithoutLabelsAreMeasured() throws Exception {
    startCore();
    add("id", "de", "header", GERMAN);
    add("id", "none", "header", "nothing of interest");
    NamedList<?> metrics = metrics("core", "UPDATE.lmtc.");
    assertEquals(1, count(metrics, "UPDATE.lmtc.otherLanguage"));
    assertEquals(1, count(metrics, "UPDATE.lmtc.withoutLabels"));
    Map<?, ?> few = (Map<?, ?>) at(metrics, "UPDATE.lmtc.bestScore");
    assertEquals("documents of other languages do not count", 1, few.get("documents"));
    assertEquals(0.0, (Double) few.get("mean"), 0);
    assertEquals(0.9495, (Double) few.get("referenceMean"), 1e-9);
    assertFalse("too few documents", few.containsKey("psi"));
    addInOneRequest(
        IntStream.range(1, DriftMetrics.MIN_DOCUMENTS)
            .mapToObj(i -> act("id", "n" + i, "header", "nothing of interest"))
            .toArray(SolrInputDocument[]::new));
    Map<?, ?> many = (Map<?, ?>) at(metrics("core", "UPDATE.lmtc."), "UPDATE.lmtc.bestScore");
    assertEquals(DriftMetrics.MIN_DOCUMENTS, many.get("documents"));
    assertTrue("a shift: " + many, (Double) many.get("psi") > 0.25);
    assertEquals(
        "exact match has no vocabulary",
        Map.of("documents", 0),
        at(metrics("core", "UPDATE.lmtc."), "UPDATE.lmtc.coverage"));
  }
}
