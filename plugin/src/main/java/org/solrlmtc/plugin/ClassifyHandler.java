package org.solrlmtc.plugin;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
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
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Labels a text or an act without indexing it: {@link PostedAct} tells how it is sent.
 *
 * <ul>
 *   <li>{@code model}: a bundle; the processor's model
 *   <li>{@code threshold}: labels that score higher; by default the bundle's own decision rule
 *   <li>{@code top}: at most so many of them, best first; 10
 *   <li>{@code explain}: true shows the passages that carried each label; false
 *   <li>{@code explain.limit}: at most so many passages a label, strongest first; 5
 * </ul>
 */
public final class ClassifyHandler extends LmtcHandler {
  private static final long DEFAULT_TOP = 10;
  private static final long MAX_TOP = 1_000;
  private static final String EXPLAIN = "explain";
  private static final String EXPLAIN_LIMIT = "explain.limit";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    if (isRefused(req, rsp)) {
      return;
    }
    try (Leases leases = new Leases(req.getCore())) {
      classify(req, rsp, leases);
    }
  }

  private void classify(SolrQueryRequest req, SolrQueryResponse rsp, Leases leases)
      throws IOException {
    LabellingConfig labelling = labelling(req.getCore());
    RequestParams params = new RequestParams(req.getParams());
    long top = params.whole("top", 1, MAX_TOP).orElse(DEFAULT_TOP);
    Model model = leases.get(MODEL, params.text(MODEL).orElse(labelling.model()));
    boolean explain = params.flag(EXPLAIN);
    long passages =
        params
            .whole(EXPLAIN_LIMIT, 1, Explanation.MAX_PASSAGES)
            .orElse((long) Explanation.DEFAULT_PASSAGES);
    if (explain && !model.explains()) {
      throw RequestParams.bad(EXPLAIN, "must be false: " + model.cannotExplain());
    }
    DecisionRule rule =
        params
            .fraction(EvaluateParser.THRESHOLD)
            .map(DecisionRule::above)
            .orElse(model.manifest().decision());
    LegalAct act = PostedAct.read(req, labelling.maxTextChars());
    LabelScores scores = attempt(model, () -> model.score(act, labelling.timeLimit()));
    List<ScoredLabel> found = rule.decide(scores);
    List<ScoredLabel> shown = found.stream().limit(top).toList();
    rsp.add("model", model.id());
    rsp.add("decision", EvaluationResponse.decision(rule));
    rsp.add("found", found.size());
    List<NamedList<Object>> labels =
        shown.stream().map(label -> label(label, model.bundle().thesaurus())).toList();
    if (explain) {
      List<Explanation> explanations =
          attempt(model, () -> model.explain(act, shown, (int) passages, labelling.timeLimit()));
      for (int i = 0; i < labels.size(); i++) {
        labels.get(i).add("passages", explanations.get(i).passageMaps());
      }
    }
    rsp.add("labels", labels);
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
  public String getDescription() {
    return "Labels a text without indexing it";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
