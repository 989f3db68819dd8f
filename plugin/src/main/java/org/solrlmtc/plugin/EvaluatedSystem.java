package org.solrlmtc.plugin;

import java.util.Collection;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.schema.SchemaField;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;

/** Something that labels documents and can be held against their gold labels. */
interface EvaluatedSystem {

  /** The system's name in responses. */
  String name();

  /** Which of its labels count as assigned. */
  DecisionRule rule();

  /** The fields it needs to see. */
  Collection<SchemaField> fields();

  /**
   * One result a document, in the order given.
   *
   * @throws SolrException naming the document and what is wrong with it
   */
  List<ActPredictions> predict(List<StoredDocument> documents);
}
