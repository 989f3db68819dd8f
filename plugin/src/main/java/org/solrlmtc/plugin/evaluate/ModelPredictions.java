package org.solrlmtc.plugin.evaluate;

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
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.plugin.metrics.FailureReason;
import org.solrlmtc.plugin.metrics.TextTooLongException;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.update.ActFields;

/**
 * Predictions of a model on the stored text of documents.
 *
 * @param actFields converts the text fields into an act
 * @param fields the text fields
 * @param timeLimit per document
 * @param labels the labels of the evaluation
 * @param depth number of labels to rank per label group
 */
record ModelPredictions(
    Model model,
    ActFields actFields,
    Collection<SchemaField> fields,
    int maxTextChars,
    Duration timeLimit,
    DecisionRule rule,
    LabelSet labels,
    int depth)
    implements PredictionSource {

  @Override
  public String name() {
    return model.id();
  }

  @Override
  public List<ActPredictions> predict(List<StoredDocument> documents) {
    List<LegalAct> acts =
        documents.stream().map(document -> actFields.act(document.id(), document::values)).toList();
    Iterator<LabelScores> scores =
        score(acts.stream().filter(act -> !act.isBlank()).toList()).iterator();
    List<ActPredictions> predictions = new ArrayList<>();
    for (LegalAct act : acts) {
      predictions.add(
          act.isBlank()
              ? new ActPredictions(act.id(), List.of())
              : ActPredictions.of(act.id(), scores.next(), labels, depth, List.of(rule)));
    }
    return predictions;
  }

  private List<LabelScores> score(List<LegalAct> acts) {
    for (LegalAct act : acts) {
      try {
        TextTooLongException.check(act, maxTextChars);
      } catch (TextTooLongException e) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            OneLine.of("document '" + act.id() + "' cannot be evaluated: " + e.getMessage()));
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
