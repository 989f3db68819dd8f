package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.FailureReason;
import org.solrlmtc.plugin.update.LabellingConfig;

/**
 * Labels a text or an act without indexing it; {@link PostedAct} describes how to send it.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc/classify" class="org.solrlmtc.plugin.api.ClassifyHandler">
 *   <str name="processor">lmtc</str>
 *   <lst name="defaults">
 *     <int name="top">10</int>
 *     <bool name="explain">false</bool>
 *     <int name="explain.limit">5</int>
 *   </lst>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code processor}: the name of the labelling processor whose models and {@code timeLimit}
 *       and {@code maxTextChars} apply. Default {@code lmtc}.
 * </ul>
 *
 * Parameters, which may also be {@code defaults} or {@code invariants}:
 *
 * <ul>
 *   <li>{@code model}: a bundle in the models folder. Default: the model of the processor.
 *   <li>{@code threshold}: return labels with a higher score, 0 to 1. Default: the decision rule of
 *       the bundle.
 *   <li>{@code top}: maximum number of labels, best first, 1 to 1000. Default 10.
 *   <li>{@code explain}: {@code true} adds to each label the passages that contributed most to it,
 *       and the most similar known acts that have it. The model must be able to explain. Default
 *       {@code false}.
 *   <li>{@code explain.limit}: maximum number of passages per label, strongest first, 1 to 100.
 *       Default 5.
 * </ul>
 *
 * A wrong parameter is refused with HTTP 400 and its name.
 */
public final class ClassifyHandler extends LmtcHandler {
  private static final long DEFAULT_TOP = 10;
  private static final long MAX_TOP = 1_000;

  /** The entry of Solr's log line for a request. */
  private static final String LOGGED_PARAMS = "params";

  private static final String EXPLAIN = "explain";
  private static final String EXPLAIN_LIMIT = "explain.limit";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    keepOutOfLog(req, rsp);
    if (isRefused(req, rsp)) {
      return;
    }
    try (ModelLeases leases = new ModelLeases(req.getCore());
        RequestMemory.Reservation memory = RequestMemory.reserve()) {
      classify(req, rsp, leases, memory);
    }
  }

  private void classify(
      SolrQueryRequest req,
      SolrQueryResponse rsp,
      ModelLeases leases,
      RequestMemory.Reservation memory)
      throws IOException {
    LabellingConfig labelling = labelling(req.getCore());
    RequestParams params = new RequestParams(req.getParams());
    long top = params.integer("top", 1, MAX_TOP).orElse(DEFAULT_TOP);
    Model model = RequestParams.model(MODEL, params.text(MODEL).orElse(labelling.model()), leases);
    boolean explain = params.flag(EXPLAIN);
    long passages =
        params
            .integer(EXPLAIN_LIMIT, 1, Explanation.MAX_PASSAGES)
            .orElse((long) Explanation.DEFAULT_PASSAGES);
    if (explain && !model.explains()) {
      throw RequestParams.bad(EXPLAIN, "must be false: " + model.cannotExplain());
    }
    DecisionRule rule =
        params.fraction(THRESHOLD).map(DecisionRule::above).orElse(model.manifest().decision());
    LegalAct act = PostedAct.read(req, labelling.maxTextChars(), memory);
    LabelScores scores =
        attempt(model, () -> model.score(Requester.READERS, act, labelling.timeLimit()));
    List<ScoredLabel> found = rule.decide(scores);
    List<ScoredLabel> shown = found.stream().limit(top).toList();
    rsp.add("model", model.id());
    rsp.add("decision", DecisionResponse.of(rule));
    rsp.add("found", found.size());
    List<NamedList<Object>> labels =
        shown.stream().map(label -> label(label, model.bundle().thesaurus())).toList();
    if (explain) {
      List<Explanation> explanations =
          attempt(
              model,
              () ->
                  model.explain(
                      Requester.READERS, act, shown, (int) passages, labelling.timeLimit()));
      for (int i = 0; i < labels.size(); i++) {
        labels.get(i).add("passages", explanations.get(i).passageMaps());
        if (!explanations.get(i).similarActs().isEmpty()) {
          labels.get(i).add("similarActs", explanations.get(i).similarActMaps());
        }
      }
    }
    rsp.add("labels", labels);
  }

  /** Solr logs all parameters of a request. Texts to classify may be confidential, and are long. */
  private static void keepOutOfLog(SolrQueryRequest req, SolrQueryResponse rsp) {
    ModifiableSolrParams logged = new ModifiableSolrParams(req.getOriginalParams());
    String[] texts = logged.remove(PostedAct.TEXT);
    int params = rsp.getToLog().indexOf(LOGGED_PARAMS, 0);
    if (texts != null && params >= 0) {
      rsp.getToLog().setVal(params, "{" + logged + "}");
    }
  }

  private static <T> T attempt(Model model, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw FailureReason.of(e)
          .refusal("model '" + model.id() + "' could not label the text: " + e.getMessage(), e);
    }
  }

  private static NamedList<Object> label(ScoredLabel label, Thesaurus thesaurus) {
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("id", label.id());
    result.add("label", thesaurus.concept(label.id()).orElseThrow().descriptor());
    result.add("score", label.score());
    return result;
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of(
        "text",
        "the text to label; or a body",
        MODEL,
        "a bundle of the models folder; default: the processor's model",
        THRESHOLD,
        "return labels with a higher score; default: the bundle's decision rule",
        "top",
        "maximum number of labels; default 10",
        "explain",
        "add the passages that contributed most to each label",
        "explain.limit",
        "maximum number of passages per label; default 5");
  }

  @Override
  public String getDescription() {
    return "Labels a text without indexing it";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
