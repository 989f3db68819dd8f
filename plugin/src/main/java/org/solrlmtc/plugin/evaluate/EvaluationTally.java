package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.plugin.api.RequestMemory;

/**
 * Accumulates the counts of documents, of this core or of shards. The results are the same to the
 * last digit for any distribution of documents over shards. Memory does not grow with the number of
 * documents, unless systems are compared, which keeps every act, or labels are reported one by one,
 * which keeps every score. Such memory is reserved.
 */
final class EvaluationTally {
  private static final String MATCHED = "matched";
  private static final String EVALUATED = "evaluated";
  private static final String WITHOUT_GOLD = "withoutGold";
  private static final String SYSTEMS = "systems";
  private static final String WITHOUT_PREDICTIONS = "withoutPredictions";
  private static final String STATE = "state";
  private static final String ACTS = "acts";

  /** Of a score that is kept for the average precision of its label. */
  private static final long BYTES_PER_SCORE = 8;

  private final EvaluateRequest request;
  private final RequestMemory.Reservation memory;
  private final List<Evaluator> evaluators = new ArrayList<>();
  private final long[] withoutPredictions;
  private final ComparedActs acts = new ComparedActs();
  private long keptScores;
  private long matched;
  private long evaluated;
  private long withoutGold;

  /**
   * @param memory for what is kept of the documents
   */
  EvaluationTally(EvaluateRequest request, RequestMemory.Reservation memory) {
    this.request = request;
    this.memory = memory;
    this.withoutPredictions = new long[request.systems().size()];
    request.systems().forEach(system -> evaluators.add(new Evaluator(request.settings(system))));
  }

  void addMatched(long documents) {
    matched += documents;
  }

  /**
   * Reserves the memory for documents before they are read.
   *
   * @throws SolrException when there is not enough
   */
  void reserve(long documents) {
    if (request.isComparison()) {
      reserveBytes(documents * ComparedActs.BYTES_PER_ACT, documents);
    }
  }

  private void reserveBytes(long bytes, long documents) {
    memory.raiseTo(
        bytes,
        "the evaluation of "
            + documents
            + " documents with '"
            + (request.isComparison() ? EvaluateParser.COMPARE : EvaluateParser.PER_LABEL)
            + "'");
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
      acts.add(gold, predictions);
    }
    if (request.base().averagePrecision()) {
      predictions.forEach(ranked -> keptScores += ranked.ranking().size());
    }
    reserveBytes(acts.bytes() + keptScores * BYTES_PER_SCORE, evaluated);
  }

  /** The results of each system per act, for significance tests; can be taken once. */
  List<EvaluatedRun> takeRuns() {
    List<EvaluatedRun> runs =
        request.systems().stream()
            .map(system -> new EvaluatedRun(request.settings(system)))
            .toList();
    acts.moveTo(runs);
    return runs;
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
    response.add(ACTS, acts.encode());
    return response;
  }

  /** The number of matching documents in a shard's response. */
  static long matched(NamedList<?> response) {
    return (Long) response.get(MATCHED);
  }

  /** Adds the counts of another core, made by {@link #toShardResponse}. */
  void merge(NamedList<?> response) {
    matched += matched(response);
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
    acts.addAll((byte[]) response.get(ACTS));
  }
}
