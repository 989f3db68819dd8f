package org.solrlmtc.plugin.evaluate;

import java.util.Collection;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;

/** A system to evaluate: predicts the labels of documents. */
interface PredictionSource {

  /** The system's name in responses. */
  String name();

  /** Decides which predicted labels count as assigned. */
  DecisionRule rule();

  /** The fields that it reads. */
  Collection<SchemaField> fields();

  /**
   * Predicts labels.
   *
   * @return one result per document, in the order given
   * @throws SolrException with the id of a document that cannot be evaluated, and the reason
   */
  List<ActPredictions> predict(List<StoredDocument> documents);
}
