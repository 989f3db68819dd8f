package org.solrlmtc.plugin.update;

import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.processor.UpdateRequestProcessor;

/**
 * Stands for a labelling processor whose configuration cannot be used: refuses documents with the
 * reason. Searches, deletions and commits work.
 */
final class RefusingUpdateProcessor extends UpdateRequestProcessor {
  private final String reason;

  RefusingUpdateProcessor(String reason, UpdateRequestProcessor next) {
    super(next);
    this.reason = reason;
  }

  @Override
  public void processAdd(AddUpdateCommand cmd) {
    throw refusal(reason);
  }

  static SolrException refusal(String reason) {
    return new SolrException(
        ErrorCode.SERVICE_UNAVAILABLE,
        reason
            + ". Documents are refused until that is repaired, for example through the Config API");
  }
}
