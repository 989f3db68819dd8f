package org.solrlmtc.plugin.api;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.label.ActDecision;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
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
 *   <li>{@code threshold}, {@code minLabels}, {@code maxLabels}, {@code include}, {@code exclude},
 *       {@code checkLanguage}: as the processor's settings of these names, which are the defaults.
 *       Concepts are separated by commas.
 *   <li>{@code top}: maximum number of labels, best first, 1 to 1000. Default 10.
 *   <li>{@code explain}: {@code true} adds to each label the passages that contributed most to it.
 *       The model must be able to explain. Default {@code false}.
 *   <li>{@code explain.limit}: maximum number of passages per label, strongest first, 1 to 100.
 *       Default 5.
 * </ul>
 *
 * A wrong parameter is refused with HTTP 400 and its name.
 */
public final class ClassifyHandler extends LmtcHandler {
  private static final long DEFAULT_TOP = 10;
  private static final long MAX_TOP = 1_000;
  private static final String CHECK_LANGUAGE = "checkLanguage";
  private static final String EXPLAIN = "explain";
  private static final String EXPLAIN_LIMIT = "explain.limit";

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) throws IOException {
    rsp.setHttpCaching(false);
    if (isRefused(req, rsp)) {
      return;
    }
    try (ModelLeases leases = new ModelLeases(req.getCore())) {
      classify(req, rsp, leases);
    }
  }

  private void classify(SolrQueryRequest req, SolrQueryResponse rsp, ModelLeases leases)
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
    ActDecision decision = decision(params, labelling, model);
    boolean checkLanguage = params.optionalFlag(CHECK_LANGUAGE).orElse(labelling.checkLanguage());
    LegalAct act = PostedAct.read(req, labelling.maxTextChars());
    Optional<String> otherLanguage = checkLanguage ? model.otherLanguage(act) : Optional.empty();
    rsp.add("model", model.id());
    rsp.add("decision", DecisionResponse.of(decision.rule()));
    if (otherLanguage.isPresent()) {
      rsp.add("status", LabellingStatus.otherLanguage(otherLanguage.get()).format());
      rsp.add("found", 0);
      rsp.add("labels", List.of());
      return;
    }
    LabelScores scores = attempt(model, () -> model.score(act, labelling.timeLimit()));
    List<ScoredLabel> found = decision.decide(scores);
    List<ScoredLabel> shown = found.stream().limit(top).toList();
    rsp.add(
        "status",
        (found.isEmpty() ? LabellingStatus.NO_LABELS : LabellingStatus.LABELLED).format());
    decision.confidence(found).ifPresent(value -> rsp.add("confidence", value));
    scores.coverage().ifPresent(coverage -> rsp.add("coverage", coverage.share()));
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

  /** The decision of the processor, or of the bundle, with what the parameters change. */
  private static ActDecision decision(
      RequestParams params, LabellingConfig labelling, Model model) {
    List<String> include = params.list(DecisionSettings.INCLUDE).orElse(List.of());
    List<String> exclude = params.list(DecisionSettings.EXCLUDE).orElse(List.of());
    try {
      DecisionSettings given =
          new DecisionSettings(
              params.fraction(DecisionSettings.THRESHOLD),
              params.integer(DecisionSettings.MIN_LABELS, 0, MAX_TOP).map(Long::intValue),
              params.integer(DecisionSettings.MAX_LABELS, 1, MAX_TOP).map(Long::intValue),
              include,
              exclude);
      given.check(model.bundle().thesaurus());
      return ActDecision.of(
          model.bundle(), given.orElse(labelling.decisionFor(model.manifest().name())));
    } catch (IllegalArgumentException e) {
      throw RequestParams.bad(e.getMessage());
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
  public String getDescription() {
    return "Labels a text without indexing it";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
