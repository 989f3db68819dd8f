package org.solrlmtc.plugin;

import java.io.IOException;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.DecisionRule;
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
 * </ul>
 */
public final class ClassifyHandler extends LmtcHandler {
  private static final long DEFAULT_TOP = 10;
  private static final long MAX_TOP = 1_000;

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    if (isRefused(req, rsp)) {
      return;
    }
    LabellingConfig labelling = labelling(req.getCore());
    RequestParams params = new RequestParams(req.getParams());
    long top = params.whole("top", 1, MAX_TOP).orElse(DEFAULT_TOP);
    Model model = model(req.getCore(), MODEL, params.text(MODEL).orElse(labelling.model()));
    DecisionRule rule =
        params
            .fraction(EvaluateParser.THRESHOLD)
            .map(DecisionRule::above)
            .orElse(model.manifest().decision());
    LegalAct act = PostedAct.read(req, labelling.maxTextChars());
    List<ScoredLabel> found = rule.decide(score(model, act));
    Thesaurus thesaurus = model.bundle().thesaurus();
    rsp.add("model", model.id());
    rsp.add("decision", EvaluationResponse.decision(rule));
    rsp.add("found", found.size());
    rsp.add(
        "labels",
        found.stream()
            .limit(top)
            .map(label -> label(label, thesaurus.concept(label.id()).orElseThrow().descriptor()))
            .toList());
  }

  private static LabelScores score(Model model, LegalAct act) {
    try {
      return model.score(act);
    } catch (RuntimeException e) {
      throw new SolrException(
          ErrorCode.SERVER_ERROR,
          "model '" + model.id() + "' could not label the text: " + e.getMessage(),
          e);
    }
  }

  private static NamedList<Object> label(ScoredLabel label, String descriptor) {
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("id", label.id());
    result.add("label", descriptor);
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
