package org.solrlmtc.plugin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;

/**
 * A model run on the text that documents carry.
 *
 * @param fields the text fields
 * @param timeLimit of each document
 * @param labels the labels of the evaluation
 * @param depth how far each group's ranking is needed
 */
record ModelPredictions(
    Model model,
    ActFields act,
    Collection<SchemaField> fields,
    int maxTextChars,
    Duration timeLimit,
    DecisionRule rule,
    LabelSet labels,
    int depth)
    implements EvaluatedSystem {

  @Override
  public String name() {
    return model.id();
  }

  @Override
  public List<ActPredictions> predict(List<StoredDocument> documents) {
    List<LegalAct> acts =
        documents.stream().map(document -> act.act(document.id(), document::values)).toList();
    Iterator<LabelScores> scores =
        score(acts.stream().filter(any -> !any.isBlank()).toList()).iterator();
    List<ActPredictions> predictions = new ArrayList<>();
    for (LegalAct each : acts) {
      predictions.add(
          each.isBlank()
              ? new ActPredictions(each.id(), List.of())
              : ActPredictions.of(each.id(), scores.next(), labels, depth, rule));
    }
    return predictions;
  }

  private List<LabelScores> score(List<LegalAct> acts) {
    for (LegalAct each : acts) {
      try {
        TextTooLongException.check(each, maxTextChars);
      } catch (TextTooLongException e) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            "document '" + each.id() + "' cannot be evaluated: " + e.getMessage());
      }
    }
    if (acts.isEmpty()) {
      return List.of();
    }
    try {
      return model.scoreAll(acts, timeLimit);
    } catch (RuntimeException e) {
      throw FailureReason.of(e)
          .refusal(
              "model '"
                  + model.id()
                  + "' failed on one of the documents "
                  + acts.stream().map(LegalAct::id).toList()
                  + ": "
                  + e.getMessage(),
              e);
    }
  }
}
