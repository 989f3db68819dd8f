package org.solrlmtc.plugin.update;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.CommitUpdateCommand;
import org.apache.solr.update.DeleteUpdateCommand;
import org.apache.solr.update.MergeIndexesCommand;
import org.apache.solr.update.RollbackUpdateCommand;
import org.apache.solr.update.processor.AtomicUpdateDocumentMerger;
import org.apache.solr.update.processor.UpdateRequestProcessor;

/**
 * Labels the documents of one request. Whole documents are {@linkplain LookAheadBuffer buffered}
 * while they are scored, and passed on in their original order. All other commands wait until the
 * buffer is empty.
 */
final class LmtcUpdateProcessor extends UpdateRequestProcessor {
  /** Number of times that an atomic update is tried while others change its document. */
  private static final int MAX_ATTEMPTS = 5;

  private final Labeller labeller;
  private final ActFields actFields;
  private final CorrectionFields correctionFields;
  private final OutputWriter writer;
  private final AtomicUpdates atomicUpdates;
  private final LookAheadBuffer buffer;
  private final Optional<MemoryFeeder> memory;

  /** Documents whose labels people changed in this request; only with a memory. */
  private final List<String> corrected = new ArrayList<>();

  /** Whether the last document failed, which ends the request. */
  private boolean failed;

  LmtcUpdateProcessor(
      LabellingConfig config,
      Labeller labeller,
      StoredText storedText,
      IndexSchema schema,
      int lookAhead,
      Optional<MemoryFeeder> memory,
      UpdateRequestProcessor next) {
    super(next);
    this.memory = memory;
    this.labeller = labeller;
    this.actFields = new ActFields(config.zoneFields());
    this.correctionFields = new CorrectionFields(config.outputs(), schema);
    this.writer = new OutputWriter(config.outputs());
    this.atomicUpdates =
        new AtomicUpdates(config, actFields, correctionFields, labeller, storedText, writer);
    this.buffer = new LookAheadBuffer(labeller, lookAhead);
  }

  @Override
  public void processAdd(AddUpdateCommand cmd) throws IOException {
    if (AtomicUpdateDocumentMerger.isAtomicUpdate(cmd)) {
      passOnAll();
      passOnAtomic(cmd);
      return;
    }
    buffer.add(
        cmd, actFields.act(cmd.getPrintableId(), cmd.getSolrInputDocument()::getFieldValues));
    while (buffer.isOverfull() || buffer.isFirstReady()) {
      passOnFirst();
    }
  }

  @Override
  public void processDelete(DeleteUpdateCommand cmd) throws IOException {
    GuardUpdateProcessorFactory.checkDeletion(cmd);
    passOnAll();
    super.processDelete(cmd);
    if (memory.isPresent() && cmd.isDeleteById()) {
      corrected.add(cmd.getId());
    }
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
      // now other nodes have the documents, too
      memory.ifPresent(feeder -> feeder.offer(corrected));
    }
  }

  @Override
  protected void doClose() {
    buffer.clear();
    labeller.close();
  }

  /**
   * Solr refuses an update if its document was changed after it was read here. Then it is read
   * again. In SolrCloud, another node's refusal comes too late for that, and reaches the client.
   */
  private void passOnAtomic(AddUpdateCommand cmd) throws IOException {
    for (int attempt = 1; ; attempt++) {
      AddUpdateCommand copy = (AddUpdateCommand) cmd.clone();
      copy.solrDoc = cmd.solrDoc.deepCopy();
      boolean corrects = memory.isPresent() && correctionFields.areIn(copy.getSolrInputDocument());
      boolean repeatable = atomicUpdates.complete(copy) && attempt < MAX_ATTEMPTS;
      try {
        passOn(copy);
        if (corrects) {
          corrected.add(cmd.getPrintableId());
        }
        return;
      } catch (SolrException e) {
        if (!repeatable || e.code() != SolrException.ErrorCode.CONFLICT.code) {
          throw e;
        }
      }
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
    label(first);
    passOn(first.command());
    failed = false;
  }

  private void passOn(AddUpdateCommand cmd) throws IOException {
    super.processAdd(cmd);
    atomicUpdates.added(cmd);
  }

  private void label(LookAheadBuffer.Entry entry) {
    SolrInputDocument doc = entry.command().getSolrInputDocument();
    Corrections corrections = correctionFields.of(doc);
    if (!correctionFields.isFromIndex(doc)) {
      labeller.checkKnown(
          entry.act().id(), Corrections.union(corrections.confirmed(), corrections.rejected()));
    }
    writer.write(doc, labeller.label(entry.act(), entry.scores()), corrections);
    if (memory.isPresent() && corrections.reviewed().isPresent()) {
      corrected.add(entry.act().id());
    }
  }
}
