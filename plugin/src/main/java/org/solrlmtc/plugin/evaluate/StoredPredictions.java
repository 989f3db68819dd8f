package org.solrlmtc.plugin.evaluate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Prediction;
import org.solrlmtc.core.io.OneLine;

/**
 * Labels in a field of the documents, best first.
 *
 * @param labels the field of labels
 * @param scores the field of their scores, in the same order. Labels without scores have the score
 *     1
 */
record StoredPredictions(SchemaField labels, Optional<SchemaField> scores, DecisionRule rule)
    implements PredictionSource {

  @Override
  public String name() {
    return labels.getName();
  }

  @Override
  public Collection<SchemaField> fields() {
    List<SchemaField> fields = new ArrayList<>(List.of(labels));
    scores.ifPresent(fields::add);
    return fields;
  }

  @Override
  public List<ActPredictions> predict(List<StoredDocument> documents) {
    return documents.stream().map(this::predictions).toList();
  }

  private ActPredictions predictions(StoredDocument document) {
    List<String> ids = document.texts(labels.getName());
    List<String> labelScores =
        scores.map(field -> document.texts(field.getName())).orElse(List.of());
    if (labelScores.isEmpty()) {
      labelScores = Collections.nCopies(ids.size(), "1");
    }
    if (labelScores.size() != ids.size()) {
      throw unusable(
          document,
          "it has "
              + ids.size()
              + " labels, but "
              + labelScores.size()
              + " scores in the field '"
              + scores.orElseThrow().getName()
              + "'");
    }
    try {
      List<Prediction> ranking = new ArrayList<>();
      for (int rank = 0; rank < ids.size(); rank++) {
        ranking.add(new Prediction(ids.get(rank), Float.parseFloat(labelScores.get(rank))));
      }
      return new ActPredictions(document.id(), ranking);
    } catch (IllegalArgumentException e) {
      throw unusable(document, e.getMessage());
    }
  }

  private SolrException unusable(StoredDocument document, String problem) {
    return new SolrException(
        ErrorCode.BAD_REQUEST,
        OneLine.of(
            "the predictions of document '"
                + document.id()
                + "' in the field '"
                + labels.getName()
                + "' cannot be evaluated: "
                + problem));
  }
}
