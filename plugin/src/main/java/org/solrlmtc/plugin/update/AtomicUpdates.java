package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.SolrInputField;
import org.apache.solr.update.AddUpdateCommand;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.label.LabellingStatus;

/**
 * Labels the atomic updates of one request. Such an update names only what changes. Without new
 * text the labels stay as they are; with new text the document's other zones are fetched, and the
 * labels become part of the update, unless a person supplied them. Emptying the concept field hands
 * it back to the model; should the model fail on text that is as it was, the document keeps the
 * labels it has.
 */
final class AtomicUpdates {
  /** What tells whose labels a document in the index has. */
  private static final List<OutputField> SUPPLIED_MARKS =
      List.of(OutputField.STATUS, OutputField.CONCEPTS, OutputField.MODEL);

  private final Map<OutputField, String> outputs;
  private final ActFields actFields;
  private final Labeller labeller;
  private final StoredText storedText;
  private final OutputWriter writer;

  /**
   * Grows with the request, and may: an id takes a hundred bytes, and its document milliseconds to
   * be labelled, so that in a request of an hour tens of megabytes come together. Forgetting ids,
   * or telling them apart less exactly, would label from old text or mark documents stale that are
   * not.
   */
  private final Set<String> addedInThisRequest = new HashSet<>();

  AtomicUpdates(
      LabellingConfig config,
      ActFields actFields,
      Labeller labeller,
      StoredText storedText,
      OutputWriter writer) {
    this.outputs = config.outputs();
    this.actFields = actFields;
    this.labeller = labeller;
    this.storedText = storedText;
    this.writer = writer;
  }

  /** A document of this request goes on to the index. */
  void added(AddUpdateCommand cmd) {
    if (storedText.isForwarded()) {
      addedInThisRequest.add(cmd.getPrintableId());
    }
  }

  /** Labels an update. */
  void label(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    String conceptField = outputs.get(OutputField.CONCEPTS);
    boolean changesText = actFields.names().stream().anyMatch(doc::containsKey);
    boolean handedBack = false;
    if (doc.containsKey(conceptField)) {
      if (SuppliedLabels.areIn(doc.getField(conceptField))) {
        writer.takeOver(doc);
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
      writer.keep(doc, LabellingStatus.stale(e.getMessage()));
      return;
    }
    if (!changesText && labelling.status().isFailure()) {
      writer.keep(doc, labelling.status());
      return;
    }
    writer.update(doc, labelling);
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
      if (outputs.containsKey(output)) {
        fields.add(outputs.get(output));
      }
    }
    return storedText.of(cmd, fields);
  }

  /** Whether the labels in the index are a person's: told by the status, or by a missing model. */
  private boolean isSupplied(Map<String, Collection<Object>> stored) {
    if (outputs.containsKey(OutputField.STATUS)) {
      return storedValues(stored, OutputField.STATUS).contains(LabellingStatus.SUPPLIED.format());
    }
    return !storedValues(stored, OutputField.CONCEPTS).isEmpty()
        && outputs.containsKey(OutputField.MODEL)
        && storedValues(stored, OutputField.MODEL).isEmpty();
  }

  private Collection<Object> storedValues(
      Map<String, Collection<Object>> stored, OutputField output) {
    return stored.getOrDefault(outputs.get(output), List.of());
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
}
