package org.solrlmtc.plugin.evaluate;

import java.util.List;
import org.junit.Test;
import org.solrlmtc.plugin.fixtures.HandlerTestCase;
import org.solrlmtc.plugin.fixtures.OpenCircuitBreaker;

/** Wrong requests are refused with the parameter's name, and do not affect other requests. */
public class TestBadEvaluateRequests extends HandlerTestCase {
  private static final String EVALUATE = "/lmtc/evaluate";

  private void addOne() throws Exception {
    startCore();
    addPlain(
        act(
            "id",
            "a",
            "header",
            "milk",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1",
            "eurovoc_suggested",
            "1",
            "eurovoc_suggested_score",
            0.9f),
        act("id", "unjudged", "eurovoc_suggested", "1"));
  }

  private void assertBad(String name, String value, String... messageParts) {
    assertRefused(400, () -> ask(EVALUATE, name, value), messageParts);
  }

  @Test
  public void unknownNamesAreRefused() throws Exception {
    addOne();
    assertBad("gold", "subjects", "the parameter 'gold' names 'subjects', which is no field");
    assertBad(
        "predicted", "guesses", "the parameter 'predicted' names 'guesses', which is no field");
    assertBad("scores", "sureness", "the parameter 'scores' names 'sureness', which is no field");
    assertBad("model", "oracle", "'model' names no usable model", "there are: throwing, words");
    assertBad("labels", "oracle", "'labels' names no usable model", "there are: throwing, words");
    assertBad("model", "../words", "'model' names no usable model", "the bundle name '../words'");
    assertBad("compare", "oracle", "'compare' names 'oracle'", "no bundle", "[throwing, words]");
    assertBad("groups", "rare", "the parameter 'groups'", "unknown label group 'rare'");
    assertRefused(
        400,
        () -> ask(EVALUATE, "compare", "words", "measures", "RP@5,magic"),
        "the parameter 'measures'",
        "unknown measure 'magic'");
    assertStillAnswers();
  }

  @Test
  public void numbersOutOfRangeAreRefused() throws Exception {
    addOne();
    String range = "the parameter 'k' must be a whole number from 1 to 1000, not ";
    assertBad("k", "0", range + "'0'");
    assertBad("k", "1000000000", range + "'1000000000'");
    assertBad("k", "10000000000000000000000", range);
    assertBad("k", "5,-1", range + "'-1'");
    assertBad("k", "five", range + "'five'");
    assertBad("k", "5,", range + "''");
    assertBad("threshold", "1.5", "the parameter 'threshold' must be a number from 0 to 1");
    assertBad("threshold", "NaN", "the parameter 'threshold' must be a number from 0 to 1");
    assertBad("perLabel", "some", "the parameter 'perLabel' must be a whole number");
    assertBad("limit", "0", "the parameter 'limit' must be a whole number from 1");
    assertBad("iterations", "1000000000", "the parameter 'iterations'");
    assertBad("seed", "x", "the parameter 'seed'");
    assertRefused(
        400,
        () -> ask(EVALUATE, "compare", "words", "measures", "RP@50"),
        "'RP@50', but rankings are evaluated up to K = 10: raise 'k'");
    assertStillAnswers();
  }

  @Test
  public void fieldsOfTheWrongTypeAreRefused() throws Exception {
    addOne();
    assertBad("gold", "title", "'gold' names the field 'title' of type 'text_en'", "labels are");
    assertBad(
        "predicted",
        "eurovoc_suggested_score",
        "'predicted' names the field 'eurovoc_suggested_score' of type");
    assertBad(
        "scores", "eurovoc_label", "'scores' names the field 'eurovoc_label' of type 'string'");
    assertBad("gold", "text", "of type 'text_en'");
    assertRefused(
        400,
        () -> ask(EVALUATE, "predicted", "eurovoc_label", "threshold", "0.5"),
        "the parameter 'threshold' needs scores",
        "add f.eurovoc_label.scores=FIELD");
    assertRefused(
        400,
        () -> ask(EVALUATE, "model", "words", "predicted", "eurovoc_suggested"),
        "'model' and 'predicted' exclude each other");
  }

  @Test
  public void documentsWithUnusablePredictionsAreNamed() throws Exception {
    addOne();
    addPlain(
        act(
            "id",
            "short",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1",
            "eurovoc_suggested",
            List.of("1", "2"),
            "eurovoc_suggested_score",
            0.9f));
    assertBad(
        "q", "id:short", "document 'short'", "2 labels, but 1 scores", "'eurovoc_suggested_score'");
    addPlain(
        act(
            "id",
            "twice",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1",
            "eurovoc_suggested",
            List.of("1", "1")));
    assertBad("q", "id:twice", "document 'twice'", "the label 1 is predicted twice");
    addPlain(
        act(
            "id",
            "rising",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1",
            "eurovoc_suggested",
            List.of("1", "2"),
            "eurovoc_suggested_score",
            List.of(0.1f, 0.2f)));
    assertBad("q", "id:rising", "document 'rising'", "must be in rank order");
    addPlain(
        act(
            "id",
            "high",
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1",
            "eurovoc_suggested",
            "1",
            "eurovoc_suggested_score",
            7f));
    assertBad("q", "id:high", "document 'high'", "must be between 0 and 1, not 7.0");
    assertStillAnswers();
  }

  @Test
  public void aRequestWithNothingToEvaluateIsRefused() throws Exception {
    addOne();
    assertBad("q", "id:nobody", "no document matches 'q' and 'fq'");
    assertBad(
        "q",
        "id:unjudged",
        "the parameter 'gold' names the field 'eurovoc_confirmed', but none of the 1 matching"
            + " documents");
    assertBad("q", "id:(a", "the parameter 'q' cannot be parsed");
    assertBad("fq", "nonsense:[", "the parameter 'fq' cannot be parsed");
  }

  @Test
  public void tooManyDocumentsAreRefused() throws Exception {
    addOne();
    assertBad("limit", "1", "the parameter 'limit' allows 1 documents, and 2 match");
  }

  @Test
  public void onlyTheConfigurationRaisesTheLimit() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<int name=\"maxConcurrent\">",
                "<long name=\"maxLimit\">5</long><int name=\"maxConcurrent\">"));
    addPlain(
        act("id", "a", "lmtc_reviewed", "NOW", "eurovoc_confirmed", "1", "eurovoc_suggested", "1"));
    ask(EVALUATE, "limit", "5");
    assertBad(
        "limit", "6", "the parameter 'limit' must not exceed the handler's setting 'maxLimit'");
    assertBad("limit", "99999999999999999999", "the parameter 'limit' must be a whole number");
    for (int i = 0; i < 5; i++) {
      addPlain(act("id", "more" + i, "lmtc_reviewed", "NOW", "eurovoc_confirmed", "1"));
    }
    assertRefused(400, () -> ask(EVALUATE), "allows 5 documents, and 6 match");
  }

  @Test
  public void circuitBreakersRefuseTheRequestsOfOtherNodesAsWell() throws Exception {
    startCore(OpenCircuitBreaker.in(shippedConfig()));
    addPlain(
        act("id", "a", "lmtc_reviewed", "NOW", "eurovoc_confirmed", "1", "eurovoc_suggested", "1"));
    assertRefused(429, () -> ask(EVALUATE), OpenCircuitBreaker.MESSAGE);
    assertRefused(429, () -> ask(EVALUATE, "isShard", "true"), OpenCircuitBreaker.MESSAGE);
  }

  @Test
  public void aDocumentWithATooLongTextIsNamed() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<str name=\"onFailure\">",
                "<int name=\"maxTextChars\">20</int><str name=\"onFailure\">"));
    addPlain(
        act(
            "id",
            "long",
            "header",
            "milk ".repeat(5),
            "lmtc_reviewed",
            "NOW",
            "eurovoc_confirmed",
            "1"));
    assertBad("model", "words", "document 'long'", "longer than maxTextChars = 20");
  }

  @Test
  public void evaluationsBeyondMaxConcurrentAreRefused() throws Exception {
    System.setProperty("lmtc.evaluate.maxConcurrent", "0");
    try {
      addOne();
      assertRefused(429, () -> ask(EVALUATE), "0 evaluations are running", "'maxConcurrent'");
      // anyone can claim to be another node
      assertRefused(
          429,
          () -> ask(EVALUATE, "isShard", "true"),
          "0 evaluations are running for other nodes",
          "'maxConcurrent'");
    } finally {
      System.clearProperty("lmtc.evaluate.maxConcurrent");
    }
  }

  @Test
  public void aMissingProcessorIsNamed() throws Exception {
    startCore(
        shippedConfig()
            .replace(
                "<int name=\"maxConcurrent\">",
                "<str name=\"processor\">labeller</str><int name=\"maxConcurrent\">"));
    assertRefused(500, () -> ask(EVALUATE), "the update processor 'labeller'");
  }

  private void assertStillAnswers() throws Exception {
    assertNumbers(
        ask(EVALUATE, "q", "id:a"), List.of("evaluation", "groups", "all", "micro"), 1, 1, 1);
  }
}
