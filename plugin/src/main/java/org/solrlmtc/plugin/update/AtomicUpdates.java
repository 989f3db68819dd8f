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
 * Labels the atomic updates of one request. Such an update contains only what changes.
 *
 * <ul>
 *   <li>Without new text the labels stay unchanged.
 *   <li>With new text the other zones of the document are fetched, and the labels become part of
 *       the update, unless they were supplied.
 *   <li>An update that empties the concept field hands the document back to the model. If the model
 *       fails and the text is unchanged, the document keeps its labels.
 * </ul>
 */
final class AtomicUpdates {
  /** The outputs that show whether the labels of an indexed document were supplied. */
  private static final List<OutputField> ORIGIN_OUTPUTS =
      List.of(OutputField.STATUS, OutputField.CONCEPTS, OutputField.MODEL);

  private final Map<OutputField, String> outputs;
  private final ActFields actFields;
  private final Labeller labeller;
  private final StoredText storedText;
  private final OutputWriter writer;

  /**
   * Ids of this request. Their number is not limited: an id takes about 100 bytes and labelling its
   * document takes milliseconds, so that a request of one hour needs tens of megabytes. Dropping or
   * hashing ids would label old text, or mark documents as stale that are not.
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

  /** Called before a document of this request is passed on. */
  void added(AddUpdateCommand cmd) {
    if (storedText.isForwarded()) {
      addedInThisRequest.add(cmd.getPrintableId());
    }
  }

  /** Adds labels, or a status, to an update. */
  void label(AddUpdateCommand cmd) {
    SolrInputDocument doc = cmd.getSolrInputDocument();
    String conceptField = outputs.get(OutputField.CONCEPTS);
    boolean changesText = actFields.names().stream().anyMatch(doc::containsKey);
    boolean handedBack = false;
    if (doc.containsKey(conceptField)
        && SuppliedLabels.areUnchangedBy(doc.getField(conceptField))) {
      // removes no value, but keeps the update atomic
      doc.setField(conceptField, Map.of("remove", List.of()));
      if (!changesText) {
        return;
      }
    } else if (doc.containsKey(conceptField)) {
      if (SuppliedLabels.areIn(doc.getField(conceptField))) {
        writer.markSupplied(doc);
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
    for (OutputField output : ORIGIN_OUTPUTS) {
      if (outputs.containsKey(output)) {
        fields.add(outputs.get(output));
      }
    }
    return storedText.of(cmd, fields);
  }

  /** Whether the labels in the index were supplied: detected from the status, else the model. */
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

  /** The act after the update. */
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
