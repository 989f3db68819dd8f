package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.util.Optional;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.CommitUpdateCommand;
import org.apache.solr.update.DeleteUpdateCommand;
import org.apache.solr.update.MergeIndexesCommand;
import org.apache.solr.update.RollbackUpdateCommand;
import org.apache.solr.update.processor.AtomicUpdateDocumentMerger;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.solrlmtc.core.label.LabellingStatus;

/**
 * Labels the documents of one request. Whole documents are {@linkplain LookAheadBuffer buffered}
 * while they are scored, and passed on in their original order. All other commands wait until the
 * buffer is empty.
 */
final class LmtcUpdateProcessor extends UpdateRequestProcessor {
  private final String conceptField;
  private final Labeller labeller;
  private final ActFields actFields;
  private final OutputWriter writer;
  private final AtomicUpdates atomicUpdates;
  private final LookAheadBuffer buffer;

  /** Whether the last document failed, which ends the request. */
  private boolean failed;

  LmtcUpdateProcessor(
      LabellingConfig config,
      Labeller labeller,
      StoredText storedText,
      int lookAhead,
      UpdateRequestProcessor next) {
    super(next);
    this.conceptField = config.outputs().get(OutputField.CONCEPTS);
    this.labeller = labeller;
    this.actFields = new ActFields(config.zoneFields());
    this.writer = new OutputWriter(config.outputs());
    this.atomicUpdates = new AtomicUpdates(config, actFields, labeller, storedText, writer);
    this.buffer = new LookAheadBuffer(labeller, lookAhead);
  }

  @Override
  public void processAdd(AddUpdateCommand cmd) throws IOException {
    if (AtomicUpdateDocumentMerger.isAtomicUpdate(cmd)) {
      passOnAll();
      atomicUpdates.label(cmd);
      passOn(cmd);
      return;
    }
    buffer(cmd);
    while (buffer.isOverfull() || buffer.isFirstReady()) {
      passOnFirst();
    }
  }

  @Override
  public void processDelete(DeleteUpdateCommand cmd) throws IOException {
    GuardUpdateProcessorFactory.checkDeletion(cmd);
    passOnAll();
    super.processDelete(cmd);
  }

  @Override
  public void processCommit(CommitUpdateCommand cmd) throws IOException {
    passOnAll();
    super.processCommit(cmd);
  }

  @Override
  public void processRollback(RollbackUpdateCommand cmd) throws IOException {
    passOnAll();
    super.processRollback(cmd);
  }

  @Override
  public void processMergeIndexes(MergeIndexesCommand cmd) throws IOException {
    passOnAll();
    super.processMergeIndexes(cmd);
  }

  /**
   * Solr also calls this after a failure. If a document failed here, the documents after it are not
   * indexed, as without a buffer. If Solr could not parse the rest of the request, the documents
   * before it are.
   */
  @Override
  public void finish() throws IOException {
    if (failed) {
      buffer.clear();
    }
    try {
      passOnAll();
    } finally {
      super.finish();
    }
  }

  @Override
  protected void doClose() {
    buffer.clear();
    labeller.close();
  }

  private void buffer(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    if (SuppliedLabels.areIn(doc.getField(conceptField))) {
      writer.writeStatus(doc, LabellingStatus.SUPPLIED);
      buffer.add(cmd, Optional.empty());
    } else {
      buffer.add(cmd, Optional.of(actFields.act(cmd.getPrintableId(), doc::getFieldValues)));
    }
  }

  private void passOnAll() throws IOException {
    while (!buffer.isEmpty()) {
      passOnFirst();
    }
  }

  /** A failure concerns this document only; the others are still buffered. */
  private void passOnFirst() throws IOException {
    failed = true;
    LookAheadBuffer.Entry first = buffer.remove();
    if (first.act().isPresent()) {
      writer.write(
          first.command().getSolrInputDocument(),
          labeller.label(first.act().get(), first.scores()));
    }
    passOn(first.command());
    failed = false;
  }

  private void passOn(AddUpdateCommand cmd) throws IOException {
    atomicUpdates.added(cmd);
    super.processAdd(cmd);
  }
}
