package org.solrlmtc.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.SolrInputField;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.CommitUpdateCommand;
import org.apache.solr.update.DeleteUpdateCommand;
import org.apache.solr.update.MergeIndexesCommand;
import org.apache.solr.update.RollbackUpdateCommand;
import org.apache.solr.update.processor.AtomicUpdateDocumentMerger;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.solrlmtc.core.act.LegalAct;

/**
 * Labels the documents of one request. Whole documents are {@linkplain HeldDocuments held} while
 * the model has them, and go on in the order they came; everything else waits until none is held.
 */
final class LmtcUpdateProcessor extends UpdateRequestProcessor {
  /** What tells whose labels a document in the index has. */
  private static final List<OutputField> SUPPLIED_MARKS =
      List.of(OutputField.STATUS, OutputField.CONCEPTS, OutputField.MODEL);

  private final LabellingConfig config;
  private final Labeller labeller;
  private final StoredText storedText;
  private final ActFields actFields;
  private final HeldDocuments held;

  /** Whether the document that went on last failed, which ends a request. */
  private boolean failed;

  /**
   * Grows with the request, and may: an id takes a hundred bytes, and its document milliseconds to
   * be labelled, so that in a request of an hour tens of megabytes come together. Forgetting ids,
   * or telling them apart less exactly, would label from old text or mark documents stale that are
   * not.
   */
  private final Set<String> addedInThisRequest = new HashSet<>();

  LmtcUpdateProcessor(
      LabellingConfig config,
      Labeller labeller,
      StoredText storedText,
      int lookAhead,
      UpdateRequestProcessor next) {
    super(next);
    this.config = config;
    this.labeller = labeller;
    this.storedText = storedText;
    this.actFields = new ActFields(config.zoneFields());
    this.held = new HeldDocuments(lookAhead);
  }

  @Override
  public void processAdd(AddUpdateCommand cmd) throws IOException {
    if (AtomicUpdateDocumentMerger.isAtomicUpdate(cmd)) {
      passOnAll();
      labelAtomicUpdate(cmd);
      passOn(cmd);
      return;
    }
    hold(cmd);
    while (held.isOver() || held.isFirstDone()) {
      passOnFirst();
    }
  }

  @Override
  public void processDelete(DeleteUpdateCommand cmd) throws IOException {
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
   * Solr calls this after a failure, too. When a document of ours failed, those behind it are not
   * indexed, as if they had not been held; when Solr cannot read on, those before that are.
   */
  @Override
  public void finish() throws IOException {
    if (failed) {
      held.giveUp();
    }
    try {
      passOnAll();
    } finally {
      super.finish();
    }
  }

  @Override
  protected void doClose() {
    held.giveUp();
    labeller.close();
  }

  private void hold(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    if (bringsLabels(doc.getField(config.outputs().get(OutputField.CONCEPTS)))) {
      write(doc, OutputField.STATUS, Status.SUPPLIED);
      held.add(cmd, Optional.empty(), 0);
    } else {
      LegalAct act = actFields.act(cmd.getPrintableId(), doc::getFieldValues);
      held.add(cmd, Optional.of(labeller.task(act)), act.length());
    }
  }

  private void passOnAll() throws IOException {
    while (!held.isEmpty()) {
      passOnFirst();
    }
  }

  /** Should this fail it is about this document alone, and the others are still held. */
  private void passOnFirst() throws IOException {
    failed = true;
    HeldDocuments.Held first = held.remove();
    if (first.labels().isPresent()) {
      Labelling labelling = first.labels().get().finish();
      for (OutputField output : config.outputs().keySet()) {
        write(first.command().getSolrInputDocument(), output, labelling.value(output));
      }
    }
    passOn(first.command());
    failed = false;
  }

  private void passOn(AddUpdateCommand cmd) throws IOException {
    if (storedText.isForwarded()) {
      addedInThisRequest.add(cmd.getPrintableId());
    }
    super.processAdd(cmd);
  }

  /**
   * An atomic update names only what changes. Without new text the labels stay as they are; with
   * new text the document's other zones are fetched, and the labels become part of the update,
   * unless a person supplied them. Emptying the concept field hands it back to the model; should
   * the model fail on text that is as it was, the document keeps the labels it has.
   */
  private void labelAtomicUpdate(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    String conceptField = config.outputs().get(OutputField.CONCEPTS);
    boolean changesText = actFields.names().stream().anyMatch(doc::containsKey);
    boolean handedBack = false;
    if (doc.containsKey(conceptField)) {
      if (bringsLabels(doc.getField(conceptField))) {
        takeOverLabels(doc);
        return;
      }
      handedBack = true;
    } else if (!changesText) {
      return;
    }
    Labelling labelling;
    try {
      Map<String, Collection<Object>> stored = stored(cmd);
      if (!handedBack && isSupplied(stored)) {
        return;
      }
      labelling = labeller.label(updatedAct(cmd, stored));
    } catch (TextNotKnownException e) {
      keepLabels(doc, Status.stale(e.getMessage()));
      return;
    }
    if (!changesText && labelling.isFailure()) {
      keepLabels(doc, labelling.value(OutputField.STATUS));
      return;
    }
    for (OutputField output : config.outputs().keySet()) {
      write(doc, output, setTo(labelling.value(output)));
    }
  }

  /** Leaves the document its labels, what stands beside them, and the name of their model. */
  private void keepLabels(SolrInputDocument doc, Object status) {
    config.outputs().values().forEach(doc::removeField);
    // removes nothing, but keeps the update an atomic one whatever else is in it: any other would
    // replace the whole document
    doc.setField(config.outputs().get(OutputField.CONCEPTS), Map.of("remove", List.of()));
    write(doc, OutputField.STATUS, setTo(status));
  }

  /** The labels are now a person's: what the model wrote beside its own would contradict them. */
  private void takeOverLabels(SolrInputDocument doc) {
    config
        .outputs()
        .forEach(
            (output, field) -> {
              if (!doc.containsKey(field)) {
                doc.setField(field, setTo(output == OutputField.STATUS ? Status.SUPPLIED : null));
              }
            });
  }

  private Map<String, Collection<Object>> stored(AddUpdateCommand cmd)
      throws TextNotKnownException {
    if (storedText.isForwarded() && addedInThisRequest.contains(cmd.getPrintableId())) {
      throw new TextNotKnownException(
          "an update of the text came in the same request as the document; send it in a request"
              + " of its own, or relabel the document");
    }
    List<String> fields = new ArrayList<>(actFields.names());
    for (OutputField output : SUPPLIED_MARKS) {
      if (config.outputs().containsKey(output)) {
        fields.add(config.outputs().get(output));
      }
    }
    return storedText.of(cmd, fields);
  }

  /** Whether the labels in the index are a person's: told by the status, or by a missing model. */
  private boolean isSupplied(Map<String, Collection<Object>> stored) {
    if (config.outputs().containsKey(OutputField.STATUS)) {
      return storedValues(stored, OutputField.STATUS).contains(Status.SUPPLIED);
    }
    return !storedValues(stored, OutputField.CONCEPTS).isEmpty()
        && config.outputs().containsKey(OutputField.MODEL)
        && storedValues(stored, OutputField.MODEL).isEmpty();
  }

  private Collection<Object> storedValues(
      Map<String, Collection<Object>> stored, OutputField output) {
    return stored.getOrDefault(config.outputs().get(output), List.of());
  }

  /** The act as it will be once the update is applied. */
  private LegalAct updatedAct(AddUpdateCommand cmd, Map<String, Collection<Object>> stored)
      throws TextNotKnownException {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    Map<String, Collection<Object>> values = new HashMap<>();
    for (String field : actFields.names()) {
      values.put(field, updatedValues(doc.getField(field), stored.getOrDefault(field, List.of())));
    }
    return actFields.act(cmd.getPrintableId(), values::get);
  }

  private static Collection<Object> updatedValues(SolrInputField field, Collection<Object> stored)
      throws TextNotKnownException {
    if (field == null) {
      return stored;
    }
    if (!(field.getValue() instanceof Map<?, ?> operations)) {
      return field.getValues();
    }
    List<Object> values = new ArrayList<>(stored);
    for (Map.Entry<?, ?> operation : operations.entrySet()) {
      Collection<?> operands =
          operation.getValue() instanceof Collection<?> collection
              ? collection
              : operation.getValue() == null ? List.of() : List.of(operation.getValue());
      switch (String.valueOf(operation.getKey())) {
        case "set" -> {
          values.clear();
          values.addAll(operands);
        }
        case "add" -> values.addAll(operands);
        default ->
            throw new TextNotKnownException(
                "the text field '"
                    + field.getName()
                    + "' was changed by '"
                    + operation.getKey()
                    + "'; use 'set' or 'add', or relabel the document");
      }
    }
    return values;
  }

  /** Whether a concept field, plain or as an atomic operation, holds any label. */
  private static boolean bringsLabels(SolrInputField concepts) {
    if (concepts == null) {
      return false;
    }
    Object value = concepts.getValue();
    if (value instanceof Map<?, ?> operations) {
      return operations.entrySet().stream()
          .anyMatch(operation -> !operation.getKey().equals("set") || holds(operation.getValue()));
    }
    return holds(value);
  }

  private static boolean holds(Object value) {
    return value instanceof Collection<?> values
        ? values.stream().anyMatch(Objects::nonNull)
        : value != null;
  }

  /** The atomic operation that replaces a field's values; null empties it. */
  private static Map<String, Object> setTo(Object value) {
    return Collections.singletonMap("set", value);
  }

  private void write(SolrInputDocument doc, OutputField output, Object value) {
    String field = config.outputs().get(output);
    if (field == null) {
      return;
    }
    if (value == null) {
      doc.removeField(field);
    } else {
      doc.setField(field, value);
    }
  }
}
