package org.solrlmtc.plugin.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.core.SolrCore;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.thesaurus.ThesaurusNames;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.FailureReason;
import org.solrlmtc.plugin.update.LabellingConfig;

/**
 * Labels acts as the parameters of a request want it.
 *
 * @param top maximum number of labels
 * @param passages maximum number of passages per label; empty without explanations
 */
record Classification(
    Model model,
    DecisionRule rule,
    int top,
    Optional<Integer> passages,
    ThesaurusNames names,
    Duration timeLimit) {
  private static final long DEFAULT_TOP = 10;
  private static final long MAX_TOP = 1_000;
  private static final String EXPLAIN = "explain";
  private static final String EXPLAIN_LIMIT = "explain.limit";

  /**
   * @throws SolrException naming the parameter that is wrong
   */
  static Classification parse(
      RequestParams params, LabellingConfig labelling, ModelLeases leases, SolrCore core) {
    long top = params.integer("top", 1, MAX_TOP).orElse(DEFAULT_TOP);
    Model model =
        RequestParams.model(
            LmtcHandler.MODEL, params.text(LmtcHandler.MODEL).orElse(labelling.model()), leases);
    long passages =
        params
            .integer(EXPLAIN_LIMIT, 1, Explanation.MAX_PASSAGES)
            .orElse((long) Explanation.DEFAULT_PASSAGES);
    boolean explain = params.flag(EXPLAIN);
    if (explain && !model.explains()) {
      throw RequestParams.bad(EXPLAIN, "must be false: " + model.cannotExplain());
    }
    return new Classification(
        model,
        params
            .fraction(LmtcHandler.THRESHOLD)
            .map(DecisionRule::above)
            .orElse(model.manifest().decision()),
        (int) top,
        explain ? Optional.of((int) passages) : Optional.empty(),
        ThesaurusHandler.languagesOf(core).names(model.bundle().thesaurus(), params),
        labelling.timeLimit());
  }

  /** The scores of acts, in the order given. */
  List<LabelScores> score(List<LegalAct> acts) {
    return acts.size() == 1
        ? List.of(attempt(() -> model.score(Requester.READERS, acts.get(0), timeLimit)))
        : attempt(() -> model.scoreAll(acts, timeLimit));
  }

  /**
   * The labels of an act, as part of a response.
   *
   * @param stored the labels of an indexed act: all of them are shown, whatever the rule decides,
   *     and marked; empty for an act that is not in the index
   */
  NamedList<Object> labels(LegalAct act, LabelScores scores, Optional<List<String>> stored) {
    List<ScoredLabel> decided = rule.decide(scores);
    Set<ScoredLabel> shown = new LinkedHashSet<>(decided.stream().limit(top).toList());
    stored.ifPresent(ids -> shown.addAll(scored(ids, scores)));
    List<NamedList<Object>> labels = new ArrayList<>();
    for (ScoredLabel label : shown) {
      NamedList<Object> entry = new SimpleOrderedMap<>();
      entry.add("id", label.id());
      entry.add("label", names.descriptor(names.thesaurus().concept(label.id()).orElseThrow()));
      entry.add("score", label.score());
      stored.ifPresent(ids -> entry.add("inIndex", ids.contains(label.id())));
      labels.add(entry);
    }
    passages.ifPresent(limit -> addPassages(act, List.copyOf(shown), limit, labels));
    NamedList<Object> response = new SimpleOrderedMap<>();
    response.add("found", decided.size());
    response.add("labels", labels);
    return response;
  }

  /** With the scores of the model; labels that it does not have are left out. */
  private static List<ScoredLabel> scored(List<String> ids, LabelScores scores) {
    Map<Integer, Float> byIndex = new HashMap<>();
    scores.forEach(byIndex::put);
    return ids.stream()
        .flatMapToInt(id -> scores.labels().indexOf(id).stream())
        .mapToObj(
            index ->
                new ScoredLabel(index, scores.labels().id(index), byIndex.getOrDefault(index, 0f)))
        .sorted()
        .toList();
  }

  private void addPassages(
      LegalAct act, List<ScoredLabel> shown, int limit, List<NamedList<Object>> labels) {
    List<Explanation> explanations =
        attempt(() -> model.explain(Requester.READERS, act, shown, limit, timeLimit));
    for (int i = 0; i < labels.size(); i++) {
      labels.get(i).add("passages", explanations.get(i).passageMaps());
      if (!explanations.get(i).similarActs().isEmpty()) {
        labels.get(i).add("similarActs", explanations.get(i).similarActMaps());
      }
    }
  }

  private <T> T attempt(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw FailureReason.of(e)
          .refusal("model '" + model.id() + "' could not label the text: " + e.getMessage(), e);
    }
  }
}
