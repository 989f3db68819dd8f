package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.Prediction;
import org.solrlmtc.core.eval.significance.EvaluatedRun;

/**
 * Accumulates the counts of documents, of this core or of shards. The results are the same to the
 * last digit for any distribution of documents over shards. Memory does not grow with the number of
 * documents, unless systems are compared: then every act is kept.
 */
final class EvaluationTally {
  private static final String MATCHED = "matched";
  private static final String EVALUATED = "evaluated";
  private static final String WITHOUT_GOLD = "withoutGold";
  private static final String SYSTEMS = "systems";
  private static final String WITHOUT_PREDICTIONS = "withoutPredictions";
  private static final String STATE = "state";
  private static final String ACTS = "acts";

  /** An act with the predictions of all systems. */
  private record ComparedAct(Collection<String> gold, List<ActPredictions> predictions) {}

  private final EvaluateRequest request;
  private final List<Evaluator> evaluators = new ArrayList<>();
  private final long[] withoutPredictions;
  private final List<ComparedAct> acts = new ArrayList<>();
  private long matched;
  private long evaluated;
  private long withoutGold;

  EvaluationTally(EvaluateRequest request) {
    this.request = request;
    this.withoutPredictions = new long[request.systems().size()];
    request.systems().forEach(system -> evaluators.add(new Evaluator(request.settings(system))));
  }

  void addMatched(long documents) {
    matched += documents;
  }

  long matched() {
    return matched;
  }

  /** Number of documents with gold labels. */
  long evaluated() {
    return evaluated;
  }

  long withoutGold() {
    return withoutGold;
  }

  /** Number of evaluated documents without any predicted label. */
  long withoutPredictions(int system) {
    return withoutPredictions[system];
  }

  Evaluation evaluation(int system) {
    return evaluators.get(system).evaluate();
  }

  /** Adds documents. Those without gold labels are counted, but not evaluated. */
  void add(List<StoredDocument> documents) {
    List<StoredDocument> withGold = new ArrayList<>(documents);
    withGold.removeIf(document -> !request.gold().isIn(document));
    withoutGold += documents.size() - withGold.size();
    List<List<ActPredictions>> bySystem =
        request.systems().stream().map(system -> system.predict(withGold)).toList();
    for (int i = 0; i < withGold.size(); i++) {
      int act = i;
      add(
          request.gold().of(withGold.get(i)),
          bySystem.stream().map(predictions -> predictions.get(act)).toList());
    }
  }

  private void add(Collection<String> gold, List<ActPredictions> predictions) {
    evaluated++;
    for (int system = 0; system < evaluators.size(); system++) {
      evaluators.get(system).add(predictions.get(system), gold);
      withoutPredictions[system] += predictions.get(system).ranking().isEmpty() ? 1 : 0;
    }
    if (request.isComparison()) {
      acts.add(new ComparedAct(gold, predictions));
    }
  }

  /** The results of a system per act, for significance tests. */
  EvaluatedRun run(int system) {
    EvaluatedRun run = new EvaluatedRun(request.settings(request.systems().get(system)));
    acts.forEach(act -> run.add(act.predictions().get(system), act.gold()));
    return run;
  }

  /** All counts, in a form that Solr can send between nodes. */
  NamedList<Object> toShardResponse() {
    NamedList<Object> response = new SimpleOrderedMap<>();
    response.add(MATCHED, matched);
    response.add(EVALUATED, evaluated);
    response.add(WITHOUT_GOLD, withoutGold);
    List<NamedList<Object>> systems = new ArrayList<>();
    for (int system = 0; system < evaluators.size(); system++) {
      NamedList<Object> counts = new SimpleOrderedMap<>();
      counts.add(WITHOUT_PREDICTIONS, withoutPredictions[system]);
      counts.add(STATE, evaluators.get(system).state());
      systems.add(counts);
    }
    response.add(SYSTEMS, systems);
    response.add(ACTS, acts.stream().map(EvaluationTally::toList).toList());
    return response;
  }

  /** Adds the counts of another core, made by {@link #toShardResponse}. */
  void merge(NamedList<?> response) {
    matched += (Long) response.get(MATCHED);
    evaluated += (Long) response.get(EVALUATED);
    withoutGold += (Long) response.get(WITHOUT_GOLD);
    List<?> systems = (List<?>) response.get(SYSTEMS);
    for (int system = 0; system < evaluators.size(); system++) {
      NamedList<?> counts = (NamedList<?>) systems.get(system);
      withoutPredictions[system] += (Long) counts.get(WITHOUT_PREDICTIONS);
      Map<String, String> state = new HashMap<>();
      ((Map<?, ?>) counts.get(STATE))
          .forEach((key, value) -> state.put(key.toString(), value.toString()));
      evaluators.get(system).merge(state);
    }
    for (Object act : (List<?>) response.get(ACTS)) {
      acts.add(fromList((List<?>) act));
    }
  }

  /** Id and gold labels, then labels and scores per system; compact, because there are many. */
  private static List<Object> toList(ComparedAct act) {
    List<Object> parts = new ArrayList<>();
    parts.add(act.predictions().get(0).act());
    parts.add(List.copyOf(act.gold()));
    for (ActPredictions predictions : act.predictions()) {
      parts.add(predictions.ranking().stream().map(Prediction::label).toList());
      parts.add(predictions.ranking().stream().map(Prediction::score).toList());
    }
    return parts;
  }

  private static ComparedAct fromList(List<?> parts) {
    String id = (String) parts.get(0);
    List<ActPredictions> predictions = new ArrayList<>();
    for (int i = 2; i < parts.size(); i += 2) {
      List<?> labels = (List<?>) parts.get(i);
      List<?> scores = (List<?>) parts.get(i + 1);
      List<Prediction> ranking = new ArrayList<>();
      for (int rank = 0; rank < labels.size(); rank++) {
        ranking.add(new Prediction((String) labels.get(rank), (Float) scores.get(rank)));
      }
      predictions.add(new ActPredictions(id, ranking));
    }
    return new ComparedAct(
        ((List<?>) parts.get(1)).stream().map(Object::toString).toList(), predictions);
  }
}
