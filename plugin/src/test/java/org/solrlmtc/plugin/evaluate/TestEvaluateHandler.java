package org.solrlmtc.plugin.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.junit.Test;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.Prediction;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.TinyBundles;

/** {@code /lmtc/evaluate} returns the values that were computed by hand. */
public class TestEvaluateHandler extends HandlerTestCase {
  private static final String EVALUATE = "/lmtc/evaluate";

  private void addFour() throws Exception {
    startCore();
    addPlain(
        labelled("a", List.of("1", "2"), List.of("1", "3"), 0.9f, 0.6f),
        labelled("b", List.of("3"), List.of("3"), 0.8f),
        labelled("c", List.of("4", "1"), List.of()),
        labelled("d", List.of(), List.of("2"), 0.7f));
  }

  private static SolrInputDocument labelled(
      String id, List<String> gold, List<String> predicted, Float... scores) {
    return act(
        "id",
        id,
        "lmtc_reviewed",
        gold.isEmpty() ? null : "NOW",
        "eurovoc_confirmed",
        gold,
        "eurovoc_suggested",
        predicted,
        "eurovoc_suggested_score",
        Arrays.asList(scores));
  }

  @Test
  public void storedPredictionsAreComparedWithGoldLabels() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "k", "3,1");
    // matched, evaluated, without gold
    assertNumbers(answer, List.of("documents"), 4, 3, 1);
    assertEquals("eurovoc_confirmed", at(answer, "gold"));
    assertEquals(modelId("words"), at(answer, "labels"));
    assertEquals("eurovoc_suggested", at(answer, "evaluation", "system"));
    assertEquals(1L, at(answer, "evaluation", "withoutPredictions"));
    List<Object> all = List.of("evaluation", "groups", "all");
    assertEquals(3L, at(at(answer, all.toArray()), "documents"));
    assertEquals(4, at(at(answer, all.toArray()), "labels"));
    // precision, recall, R-precision, nDCG
    assertNumbers(answer, join(all, "atK", "1"), 2 / 3.0, 0.5, 2 / 3.0, 2 / 3.0);
    double ndcgOfA = 1 / (1 + 1 / (Math.log(3) / Math.log(2)));
    assertNumbers(answer, join(all, "atK", "3"), 2 / 9.0, 0.5, 0.5, (ndcgOfA + 1) / 3);
    // precision, recall, F1
    assertNumbers(answer, join(all, "micro"), 2 / 3.0, 0.4, 0.5);
    assertNumbers(answer, join(all, "macro"), 0.375, 0.375, 1 / 3.0);
    assertNumbers(answer, join(all, "perDocument"), 0.5, 0.5, 0.5);
    List<Object> groups = List.of("evaluation", "groups");
    assertNumbers(answer, join(groups, "frequent", "atK", "1"), 0.5, 0.5, 0.5, 0.5);
    assertNumbers(answer, join(groups, "few", "micro"), 0, 0, 0);
    assertNumbers(answer, join(groups, "zero", "micro"), 0.5, 1, 2 / 3.0);
  }

  @Test
  public void queriesSelectTheDocuments() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "q", "id:(a b c)", "fq", "-id:a", "fq", "-id:c");
    assertNumbers(answer, List.of("documents"), 1, 1, 0);
    assertNumbers(answer, List.of("evaluation", "groups", "all", "micro"), 1, 1, 1);
  }

  @Test
  public void aThresholdReducesTheAssignedLabels() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "threshold", "0.7", "groups", "zero");
    assertNumbers(answer, List.of("evaluation", "groups", "zero", "micro"), 1, 1, 1);
    assertEquals(1, ((NamedList<?>) at(answer, "evaluation", "groups")).size());
  }

  @Test
  public void undefinedMeasuresAreNull() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "q", "id:b", "k", "1");
    NamedList<?> few = (NamedList<?>) at(answer, "evaluation", "groups", "few");
    assertEquals(Arrays.asList(null, null, null, null), numbers(few, "atK", "1"));
    assertEquals(Arrays.asList(null, null, null), numbers(few, "macro"));
  }

  @Test
  public void perLabelReportsLabelsOneByOne() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "perLabel", "true");
    List<?> rows = (List<?>) at(answer, "evaluation", "perLabel");
    assertEquals(4, rows.size());
    assertEquals(
        "{id=1, label=milk, trainingActs=60, gold=2, assigned=1, right=1, precision=1.0,"
            + " recall=0.5, f1=0.6666666666666666, averagePrecision=0.5}",
        rows.get(0).toString());
    assertEquals(
        "{id=3, label=import licence, trainingActs=0, gold=1, assigned=2, right=1, precision=0.5,"
            + " recall=1.0, f1=0.6666666666666666, averagePrecision=1.0}",
        rows.get(2).toString());
    assertEquals(
        List.of("1", "2"),
        ((List<?>) at(ask(EVALUATE, "perLabel", "2"), "evaluation", "perLabel"))
            .stream().map(row -> at(row, "id")).toList());
  }

  @Test
  public void labelsWithoutScoresAreRankedInTheirOrder() throws Exception {
    startCore();
    addPlain(
        act(
            "id",
            "a",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "2",
            "eurovoc_label",
            List.of("1", "2")),
        // labels without scores
        act(
            "id",
            "b",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "3",
            "eurovoc_suggested",
            List.of("3", "1")));
    assertNumbers(
        ask(EVALUATE, "q", "id:a", "predicted", "eurovoc_label", "k", "1,2"),
        List.of("evaluation", "groups", "all", "atK", "2"),
        0.5,
        1,
        1,
        Math.log(2) / Math.log(3));
    assertNumbers(
        ask(EVALUATE, "q", "id:b"),
        List.of("evaluation", "groups", "all", "micro"),
        0.5,
        1,
        2 / 3.0);
  }

  @Test
  public void goldLabelsOutsideTheLabelSetAreCountedAndReported() throws Exception {
    startCore();
    addPlain(labelled("a", List.of("99", "1", "1"), List.of("1"), 0.9f));
    NamedList<Object> answer = ask(EVALUATE);
    assertEquals(1, at(answer, "evaluation", "goldLabelsOutsideLabelSet"));
    assertNumbers(answer, List.of("evaluation", "groups", "all", "micro"), 1, 0.5, 2 / 3.0);
  }

  @Test
  public void aModelIsRunOnTheStoredText() throws Exception {
    startCore();
    addPlain(
        act(
            "id",
            "a",
            "header",
            "cheese",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            List.of("2")),
        act(
            "id",
            "b",
            "header",
            "butter",
            "recitals",
            "milk",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            List.of("4")),
        act("id", "silent", "lmtc_reviewed", "NOW", "eurovoc_confirmed", List.of("4")));
    NamedList<Object> answer = ask(EVALUATE, "model", "words");
    assertEquals(modelId("words"), at(answer, "evaluation", "system"));
    assertEquals(1L, at(answer, "evaluation", "withoutPredictions"));
    // correct: cheese, butter; wrong: milk; missed: butter of the act without predictions
    assertNumbers(
        answer, List.of("evaluation", "groups", "all", "micro"), 2 / 3.0, 2 / 3.0, 2 / 3.0);
    addPlain(
        act(
            "id",
            "bad",
            "header",
            "trouble",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            List.of("1")));
    assertRefused(
        500,
        () -> ask(EVALUATE, "model", "throwing", "q", "id:(a bad)"),
        "model '"
            + modelId("throwing")
            + "' failed on one of the documents [a, bad]: the tensor caught fire");
  }

  @Test
  public void twoSystemsAreComparedByTheRandomizationTest() throws Exception {
    startCore();
    EvaluationSettings settings = EvaluationSettings.of(TinyBundles.LABELS);
    EvaluatedRun first = new EvaluatedRun(settings);
    EvaluatedRun second = new EvaluatedRun(settings);
    SolrInputDocument[] docs = new SolrInputDocument[40];
    for (int i = 0; i < docs.length; i++) {
      String gold = String.valueOf(1 + i % 3);
      String other = i % 4 == 0 ? "4" : gold;
      docs[i] =
          act(
              "id",
              "act" + i,
              "lmtc_reviewed",
              "NOW",
              "eurovoc_confirmed",
              gold,
              "eurovoc_suggested",
              gold,
              "eurovoc_label",
              other);
      first.add(predictions("act" + i, gold), List.of(gold));
      second.add(predictions("act" + i, other), List.of(gold));
    }
    addPlain(docs);
    NamedList<Object> answer =
        ask(
            EVALUATE,
            "compare",
            "eurovoc_label",
            "measures",
            "RP@5,macro-F1,few:nDCG@3",
            "iterations",
            "500",
            "seed",
            "42");
    assertEquals("eurovoc_label", at(answer, "compared", "system"));
    for (int i = 0; i < 3; i++) {
      NamedList<?> row = (NamedList<?>) at(answer, "comparison", "measures", i);
      RandomizationTest.Result expected =
          RandomizationTest.compare(
              first, second, Measure.parse((String) row.get("measure")), 500, 42);
      assertEquals(expected.first(), (Double) row.get("first"), 1e-9);
      assertEquals(expected.second(), (Double) row.get("second"), 1e-9);
      assertEquals(expected.first() - expected.second(), (Double) row.get("difference"), 1e-9);
      assertEquals(expected.p(), row.get("p"));
      assertTrue(row.toString(), expected.p() < 0.5);
    }
  }

  private static ActPredictions predictions(String act, String label) {
    return new ActPredictions(act, List.of(new Prediction(label, 1f)));
  }

  @Test
  public void aModelIsComparedWithStoredPredictions() throws Exception {
    startCore();
    addPlain(
        act(
            "id",
            "a",
            "header",
            "cheese",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "2",
            "eurovoc_suggested",
            "1"),
        act(
            "id",
            "b",
            "header",
            "butter",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "4",
            "eurovoc_suggested",
            "1"));
    NamedList<Object> answer = ask(EVALUATE, "compare", "words");
    assertNumbers(answer, List.of("evaluation", "groups", "all", "micro"), 0, 0, 0);
    assertNumbers(answer, List.of("compared", "groups", "all", "micro"), 1, 1, 1);
    NamedList<?> row = (NamedList<?>) at(answer, "comparison", "measures", 0);
    assertEquals("RP@1", row.get("measure"));
    assertEquals(-1.0, row.get("difference"));
    // where a measure is undefined for one of the two, as no document has such a gold label
    assertTrue(
        at(answer, "comparison", "measures").toString(),
        at(answer, "comparison", "measures")
            .toString()
            .contains(
                "{measure=frequent:micro-F1, first=0.0, second=null, difference=null, p=null}"));
  }

  @Test
  public void anExhaustedTimeLimitGivesPartialResults() throws Exception {
    addFour();
    NamedList<Object> answer = ask(EVALUATE, "timeAllowed", "0");
    assertEquals(true, at(answer, "responseHeader", "partialResults"));
    assertEquals(0L, at(answer, "documents", "evaluated"));
    assertEquals(4L, at(answer, "documents", "matched"));
    NamedList<Object> slow = ask(EVALUATE, "timeAllowed", "0", "q", "id:*a*");
    assertEquals(true, at(slow, "responseHeader", "partialResults"));
    NamedList<Object> omitted = ask(EVALUATE, "timeAllowed", "0", "partialResults", "false");
    assertEquals("omitted", at(omitted, "responseHeader", "partialResults"));
    assertNull(omitted.get("documents"));
    NamedList<?> header = (NamedList<?>) at(ask(EVALUATE, "timeAllowed", "-1"), "responseHeader");
    assertNull(header.get("partialResults"));
  }

  @Test
  public void aTimeLimitInTheDefaultsIsApplied() throws Exception {
    System.setProperty("lmtc.evaluate.timeAllowed", "0");
    try {
      addFour();
      assertEquals(true, at(ask(EVALUATE), "responseHeader", "partialResults"));
    } finally {
      System.clearProperty("lmtc.evaluate.timeAllowed");
    }
  }

  private static List<Object> join(List<Object> path, Object... more) {
    return Stream.concat(path.stream(), Arrays.stream(more)).toList();
  }
}
