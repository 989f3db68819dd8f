package org.solrlmtc.plugin.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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
import org.solrlmtc.core.decide.DecisionSettings;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.label.ActDecision;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.thesaurus.ThesaurusNames;
import org.solrlmtc.plugin.metrics.FailureReason;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;
import org.solrlmtc.plugin.update.LabellingConfig;

/**
 * Labels acts as the parameters of a request want it.
 *
 * @param checkLanguage whether acts in a language that the model does not read get no labels
 * @param top maximum number of labels
 * @param passages maximum number of passages per label; empty without explanations
 */
record Classification(
    Model model,
    ActDecision decision,
    boolean checkLanguage,
    int top,
    Optional<Integer> passages,
    ThesaurusNames names,
    Duration timeLimit) {
  static final String CHECK_LANGUAGE = "checkLanguage";

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
        decision(params, labelling, model),
        params.optionalFlag(CHECK_LANGUAGE).orElse(labelling.checkLanguage()),
        (int) top,
        explain ? Optional.of((int) passages) : Optional.empty(),
        ThesaurusHandler.languagesOf(core).names(model.bundle().thesaurus(), params),
        labelling.timeLimit());
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

  /** The labels of acts that are not in the index, each as part of a response. */
  List<NamedList<Object>> classify(List<LegalAct> acts) {
    List<Optional<String>> otherLanguages = acts.stream().map(this::otherLanguage).toList();
    List<LegalAct> readable = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      if (otherLanguages.get(i).isEmpty()) {
        readable.add(acts.get(i));
      }
    }
    Iterator<LabelScores> scores = score(readable).iterator();
    List<NamedList<Object>> responses = new ArrayList<>();
    for (int i = 0; i < acts.size(); i++) {
      responses.add(
          otherLanguages.get(i).isPresent()
              ? withoutLabels(LabellingStatus.otherLanguage(otherLanguages.get(i).get()))
              : labels(acts.get(i), scores.next()));
    }
    return responses;
  }

  /**
   * The labels of an indexed act, as part of a response. All labels that it has in the index are
   * shown, whatever its language and the decision.
   */
  NamedList<Object> classify(IndexedAct indexed) {
    Optional<String> otherLanguage = otherLanguage(indexed.act());
    LabelScores scores = score(List.of(indexed.act())).get(0);
    List<ScoredLabel> decided = otherLanguage.isPresent() ? List.of() : decision.decide(scores);
    return labels(
        indexed.act(),
        scores,
        decided,
        otherLanguage.map(LabellingStatus::otherLanguage),
        Optional.of(indexed.labels()));
  }

  private Optional<String> otherLanguage(LegalAct act) {
    return checkLanguage ? model.otherLanguage(act) : Optional.empty();
  }

  /** The scores of acts, in the order given. */
  private List<LabelScores> score(List<LegalAct> acts) {
    if (acts.isEmpty()) {
      return List.of();
    }
    return acts.size() == 1
        ? List.of(attempt(() -> model.score(Requester.READERS, acts.get(0), timeLimit)))
        : attempt(() -> model.scoreAll(acts, timeLimit));
  }

  private NamedList<Object> labels(LegalAct act, LabelScores scores) {
    return labels(act, scores, decision.decide(scores), Optional.empty(), Optional.empty());
  }

  /**
   * The labels of an act, as part of a response.
   *
   * @param refused why the act gets no labels; empty if the model decides
   * @param stored the labels of an indexed act: all of them are shown, whatever was decided, and
   *     marked; empty for an act that is not in the index
   */
  private NamedList<Object> labels(
      LegalAct act,
      LabelScores scores,
      List<ScoredLabel> decided,
      Optional<LabellingStatus> refused,
      Optional<List<String>> stored) {
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
    LabellingStatus status =
        refused.orElse(decided.isEmpty() ? LabellingStatus.NO_LABELS : LabellingStatus.LABELLED);
    response.add("status", status.format());
    if (refused.isEmpty()) {
      decision.confidence(decided).ifPresent(value -> response.add("confidence", value));
      scores.coverage().ifPresent(coverage -> response.add("coverage", coverage.share()));
    }
    response.add("found", decided.size());
    response.add("labels", labels);
    return response;
  }

  private static NamedList<Object> withoutLabels(LabellingStatus status) {
    NamedList<Object> response = new SimpleOrderedMap<>();
    response.add("status", status.format());
    response.add("found", 0);
    response.add("labels", List.of());
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
