package org.solrlmtc.plugin;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.SolrInputField;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.processor.AtomicUpdateDocumentMerger;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.LegalAct;

/** Labels the documents of one request. */
final class LmtcUpdateProcessor extends UpdateRequestProcessor {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private final LabellingConfig config;
  private final Model model;
  private final StoredText storedText;
  private final ActFields actFields;

  LmtcUpdateProcessor(
      LabellingConfig config, Model model, StoredText storedText, UpdateRequestProcessor next) {
    super(next);
    this.config = config;
    this.model = model;
    this.storedText = storedText;
    this.actFields = new ActFields(config.zoneFields());
  }

  @Override
  public void processAdd(AddUpdateCommand cmd) throws IOException {
    if (AtomicUpdateDocumentMerger.isAtomicUpdate(cmd)) {
      labelAtomicUpdate(cmd);
    } else {
      labelWholeDocument(cmd);
    }
    super.processAdd(cmd);
  }

  private void labelWholeDocument(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    if (hasOwnLabels(doc)) {
      write(doc, OutputField.STATUS, Status.SUPPLIED);
      return;
    }
    Labelling labelling = label(cmd, actFields.act(cmd.getPrintableId(), doc::getFieldValues));
    for (OutputField output : config.outputs().keySet()) {
      write(doc, output, labelling.value(output));
    }
  }

  /**
   * An atomic update names only what changes. Without new text the labels stay as they are; with
   * new text the document's other zones are fetched, and the labels become part of the update.
   */
  private void labelAtomicUpdate(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    if (hasOwnLabels(doc)) {
      write(doc, OutputField.STATUS, Map.of("set", Status.SUPPLIED));
      return;
    }
    if (actFields.names().stream().noneMatch(doc::containsKey)) {
      return;
    }
    Labelling labelling;
    try {
      labelling = label(cmd, updatedAct(cmd));
    } catch (TextNotKnownException e) {
      write(doc, OutputField.STATUS, Map.of("set", Status.stale(e.getMessage())));
      return;
    }
    for (OutputField output : config.outputs().keySet()) {
      Map<String, Object> set = new HashMap<>();
      set.put("set", labelling.value(output));
      write(doc, output, set);
    }
  }

  /** The act as it will be once the update is applied. */
  private LegalAct updatedAct(AddUpdateCommand cmd) throws TextNotKnownException {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    Map<String, Collection<Object>> stored = Map.of();
    if (actFields.names().stream().anyMatch(field -> !isReplaced(doc.getField(field)))) {
      stored = storedText.of(cmd.getPrintableId(), actFields.names());
    }
    Map<String, Collection<Object>> values = new HashMap<>();
    for (String field : actFields.names()) {
      values.put(field, updatedValues(doc.getField(field), stored.getOrDefault(field, List.of())));
    }
    return actFields.act(cmd.getPrintableId(), values::get);
  }

  private static boolean isReplaced(SolrInputField field) {
    return field != null
        && (!(field.getValue() instanceof Map<?, ?> operations) || operations.containsKey("set"));
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

  private Labelling label(AddUpdateCommand cmd, LegalAct act) {
    if (act.isBlank()) {
      return Labelling.none(model, Status.NO_TEXT);
    }
    try {
      TextTooLongException.check(act, config.maxTextChars());
      return Labelling.of(model, model.label(act));
    } catch (RuntimeException e) {
      if (config.onFailure() == FailurePolicy.FAIL) {
        throw new SolrException(
            e instanceof TextTooLongException ? ErrorCode.BAD_REQUEST : ErrorCode.SERVER_ERROR,
            "document '"
                + cmd.getPrintableId()
                + "' refused: model '"
                + model.manifest().name()
                + "' could not label it: "
                + e.getMessage(),
            e);
      }
      log.warn(
          "document {} is indexed without labels: model {} failed",
          cmd.getPrintableId(),
          model.id(),
          e);
      return Labelling.none(model, Status.failed(e.getMessage()));
    }
  }

  private boolean hasOwnLabels(SolrInputDocument doc) {
    SolrInputField concepts = doc.getField(config.outputs().get(OutputField.CONCEPTS));
    return concepts != null && concepts.getValue() != null;
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
