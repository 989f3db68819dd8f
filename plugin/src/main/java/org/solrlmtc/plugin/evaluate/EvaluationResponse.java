package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.response.SolrQueryResponse;
import org.solrlmtc.core.eval.DecisionScores;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationGroup;
import org.solrlmtc.core.eval.GroupEvaluation;
import org.solrlmtc.core.eval.LabelRow;
import org.solrlmtc.core.eval.Measure;
import org.solrlmtc.core.eval.RankingScores;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.eval.significance.RandomizationTest;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.plugin.api.DecisionResponse;

/** Writes the results of an evaluation. An undefined value is null. */
final class EvaluationResponse {
  private final EvaluateRequest request;
  private final EvaluationTally tally;
  private final TimeBudget time;

  EvaluationResponse(EvaluateRequest request, EvaluationTally tally, TimeBudget time) {
    this.request = request;
    this.tally = tally;
    this.time = time;
  }

  void write(SolrQueryResponse rsp) {
    NamedList<Object> documents = new SimpleOrderedMap<>();
    documents.add("matched", tally.matched());
    documents.add("evaluated", tally.evaluated());
    documents.add("withoutGold", tally.withoutGold());
    rsp.add("documents", documents);
    rsp.add("gold", request.gold().labels().getName());
    rsp.add("labels", request.labels().id());
    Evaluation first = tally.evaluation(0);
    rsp.add("evaluation", evaluation(0, first));
    if (request.isComparison()) {
      Evaluation second = tally.evaluation(1);
      rsp.add("compared", evaluation(1, second));
      rsp.add("comparison", comparison(rsp, first, second));
    }
  }

  private NamedList<Object> evaluation(int index, Evaluation evaluation) {
    PredictionSource system = request.systems().get(index);
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("system", system.name());
    result.add("decision", DecisionResponse.of(system.rule()));
    result.add("withoutPredictions", tally.withoutPredictions(index));
    result.add("goldLabelsOutsideLabelSet", evaluation.goldOutsideLabelSet().size());
    NamedList<Object> groups = new SimpleOrderedMap<>();
    for (EvaluationGroup group : request.groups()) {
      groups.add(group.key(), group(evaluation.group(group)));
    }
    result.add("groups", groups);
    if (request.perLabel() > 0) {
      result.add("perLabel", perLabel(evaluation.labels()));
    }
    return result;
  }

  private NamedList<Object> group(GroupEvaluation group) {
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("documents", group.acts());
    result.add("labels", group.labels());
    NamedList<Object> atK = new SimpleOrderedMap<>();
    for (int k : request.base().ks()) {
      RankingScores scores = group.at(k);
      NamedList<Object> row = new SimpleOrderedMap<>();
      row.add("precision", defined(scores.precision()));
      row.add("recall", defined(scores.recall()));
      row.add("rPrecision", defined(scores.rPrecision()));
      row.add("ndcg", defined(scores.ndcg()));
      atK.add(Integer.toString(k), row);
    }
    result.add("atK", atK);
    result.add("micro", decisions(group.micro()));
    result.add("macro", decisions(group.macro()));
    result.add("perDocument", decisions(group.perAct()));
    return result;
  }

  private static NamedList<Object> decisions(DecisionScores scores) {
    NamedList<Object> row = new SimpleOrderedMap<>();
    row.add("precision", defined(scores.precision()));
    row.add("recall", defined(scores.recall()));
    row.add("f1", defined(scores.f1()));
    return row;
  }

  /** The labels with the most gold documents first. */
  private List<NamedList<Object>> perLabel(List<LabelRow> rows) {
    return rows.stream()
        .sorted(Comparator.comparingLong(LabelRow::support).reversed())
        .limit(request.perLabel())
        .map(this::label)
        .toList();
  }

  private NamedList<Object> label(LabelRow row) {
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("id", row.label());
    result.add(
        "label",
        request.labels().thesaurus().concept(row.label()).map(Concept::descriptor).orElse(null));
    row.trainingActs().ifPresent(acts -> result.add("trainingActs", acts));
    result.add("gold", row.support());
    result.add("assigned", row.counts().assigned());
    result.add("right", row.counts().truePositives());
    result.add("precision", defined(row.counts().precision()));
    result.add("recall", defined(row.counts().recall()));
    result.add("f1", defined(row.counts().f1()));
    result.add("averagePrecision", defined(row.averagePrecision()));
    return result;
  }

  private NamedList<Object> comparison(SolrQueryResponse rsp, Evaluation first, Evaluation second) {
    NamedList<Object> result = new SimpleOrderedMap<>();
    result.add("iterations", request.iterations());
    result.add("seed", request.seed());
    List<EvaluatedRun> runs = tally.takeRuns();
    List<NamedList<Object>> rows = new ArrayList<>();
    boolean timeExhausted = false;
    for (Measure measure : request.measures()) {
      NamedList<Object> row = new SimpleOrderedMap<>();
      double one = first.value(measure);
      double other = second.value(measure);
      row.add("measure", measure.toString());
      row.add("first", defined(one));
      row.add("second", defined(other));
      row.add("difference", defined(one - other));
      if (!timeExhausted && time.isExhausted()) {
        timeExhausted = true;
        time.markPartial(rsp, "the time limit was reached before all p-values were computed");
      }
      row.add("p", timeExhausted || Double.isNaN(one - other) ? null : pValue(runs, measure));
      rows.add(row);
    }
    result.add("measures", rows);
    return result;
  }

  private double pValue(List<EvaluatedRun> runs, Measure measure) {
    return RandomizationTest.compare(
            runs.get(0), runs.get(1), measure, request.iterations(), request.seed())
        .p();
  }

  private static Double defined(double value) {
    return Optional.of(value).filter(any -> !any.isNaN()).orElse(null);
  }
}
