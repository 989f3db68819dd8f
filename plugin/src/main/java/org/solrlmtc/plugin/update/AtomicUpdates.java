package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.SolrInputField;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.processor.AtomicUpdateDocumentMerger;
import org.solrlmtc.core.label.LabellingStatus;

/**
 * Completes the atomic updates of one request, which contain only what changes.
 *
 * <ul>
 *   <li>Without new text and corrections the labels stay unchanged.
 *   <li>With new text the other zones of the document are fetched, and the model labels it.
 *   <li>With corrections the labels are derived again from what the model suggested before.
 *   <li>An update that empties the concept field hands the document back to the model. If the model
 *       fails and the text is unchanged, the document keeps its labels.
 * </ul>
 *
 * Corrections of people outlast all of these. Children are not labelled.
 */
final class AtomicUpdates {
  private final Map<OutputField, String> outputs;
  private final ActFields actFields;
  private final CorrectionFields correctionFields;
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
      CorrectionFields correctionFields,
      Labeller labeller,
      StoredText storedText,
      OutputWriter writer) {
    this.outputs = config.outputs();
    this.actFields = actFields;
    this.correctionFields = correctionFields;
    this.labeller = labeller;
    this.storedText = storedText;
    this.writer = writer;
  }

  /** Called after a document of this request was passed on. */
  void added(AddUpdateCommand cmd) {
    if (storedText.isForwarded()) {
      addedInThisRequest.add(cmd.getPrintableId());
    }
  }

  /**
   * Adds labels, or a status, to an update.
   *
   * @return whether the update has the version of the document that was read for it: if it
   *     conflicts, it can be completed again
   */
  boolean complete(AddUpdateCommand cmd) {
    SolrInputDocument update = cmd.getSolrInputDocument();
    boolean corrects = correctionFields.areIn(update);
    boolean changesText = actFields.names().stream().anyMatch(update::containsKey);
    boolean runsModel = changesText || correctionFields.handsBack(update);
    if (!corrects && !runsModel || isChild(cmd)) {
      return false;
    }
    Optional<SolrInputDocument> stored;
    try {
      stored = stored(cmd);
    } catch (TextNotKnownException e) {
      if (corrects) {
        throw refused(ErrorCode.BAD_REQUEST, cmd, e.getMessage());
      }
      writer.keep(update, LabellingStatus.stale(e.getMessage()));
      return false;
    }
    if (stored.filter(doc -> doc.containsKey(IndexSchema.NEST_PATH_FIELD_NAME)).isPresent()) {
      return false;
    }
    if (stored.isEmpty() && hasOnlyLabels(cmd)) {
      if (StoredText.demandsVersion(cmd)) {
        // Solr refuses it: the document was deleted
        return false;
      }
      throw refused(ErrorCode.NOT_FOUND, cmd, "it is not in the index");
    }
    SolrInputDocument before = stored.orElseGet(SolrInputDocument::new);
    SolrInputDocument merged = merged(cmd, before);
    Corrections old = correctionFields.of(before);
    Corrections corrections = correctionFields.after(update, old, merged);
    if (!correctionFields.isFromIndex(update)) {
      labeller.checkKnown(cmd.getPrintableId(), corrections.newSince(old));
    }
    if (runsModel) {
      labelAgain(cmd, merged, changesText, corrections);
    } else {
      writer.update(update, labeller.model(), suggested(merged), corrections);
    }
    return storedText.guard(cmd, before);
  }

  private void labelAgain(
      AddUpdateCommand cmd,
      SolrInputDocument merged,
      boolean changesText,
      Corrections corrections) {
    SolrInputDocument update = cmd.getSolrInputDocument();
    Labelling labelling =
        labeller.label(actFields.act(cmd.getPrintableId(), merged::getFieldValues));
    if (labelling.status().isFailure() && !changesText) {
      writer.update(update, labeller.model(), suggested(merged), corrections);
      writer.updateStatus(update, labelling.status());
    } else {
      writer.update(update, labelling, corrections);
    }
  }

  private static SolrException refused(ErrorCode code, AddUpdateCommand cmd, String reason) {
    return new SolrException(
        code, "the labels of document '" + cmd.getPrintableId() + "' cannot be changed: " + reason);
  }

  /** Whether an update names another document as its root. */
  private static boolean isChild(AddUpdateCommand cmd) {
    Object root = cmd.getSolrInputDocument().getFieldValue(IndexSchema.ROOT_FIELD_NAME);
    return root != null && !root.toString().equals(cmd.getPrintableId());
  }

  /** Such an update would create a document that has nothing but labels. */
  private boolean hasOnlyLabels(AddUpdateCommand cmd) {
    Set<String> names = new HashSet<>(cmd.getSolrInputDocument().getFieldNames());
    names.remove(cmd.getReq().getSchema().getUniqueKeyField().getName());
    names.remove(IndexSchema.ROOT_FIELD_NAME);
    names.remove(CommonParams.VERSION_FIELD);
    return outputs.values().containsAll(names);
  }

  private Optional<SolrInputDocument> stored(AddUpdateCommand cmd) throws TextNotKnownException {
    if (storedText.isForwarded() && addedInThisRequest.contains(cmd.getPrintableId())) {
      throw new TextNotKnownException(
          "an update of the document came in the same request as the document; send it in a request"
              + " of its own, or relabel the document");
    }
    return storedText.of(cmd, fieldsToRead());
  }

  private List<String> fieldsToRead() {
    List<String> fields = new ArrayList<>(actFields.names());
    fields.add(outputs.get(OutputField.SUGGESTED));
    fields.add(outputs.get(OutputField.SUGGESTED_SCORES));
    OutputField.OF_PEOPLE.forEach(output -> fields.add(outputs.get(output)));
    return fields;
  }

  /** The fields that were read, after the update. */
  private SolrInputDocument merged(AddUpdateCommand cmd, SolrInputDocument before) {
    SolrInputDocument update = cmd.getSolrInputDocument();
    String key = cmd.getReq().getSchema().getUniqueKeyField().getName();
    SolrInputDocument changes = new SolrInputDocument();
    changes.setField(key, update.getFieldValue(key));
    for (String field : fieldsToRead()) {
      SolrInputField change = update.getField(field);
      if (change != null) {
        changes.put(field, change);
      }
    }
    SolrInputDocument merged = before.deepCopy();
    merged.setField(key, update.getFieldValue(key));
    return new AtomicUpdateDocumentMerger(cmd.getReq()).merge(changes, merged);
  }

  /** What the model suggested; a label without a score has the score 1. */
  private List<AssignedLabel> suggested(SolrInputDocument doc) {
    List<AssignedLabel> suggested = new ArrayList<>();
    Collection<Object> ids = doc.getFieldValues(outputs.get(OutputField.SUGGESTED));
    Collection<Object> found = doc.getFieldValues(outputs.get(OutputField.SUGGESTED_SCORES));
    List<Object> scores = found == null ? List.of() : new ArrayList<>(found);
    if (ids != null) {
      for (Object id : ids) {
        int rank = suggested.size();
        suggested.add(
            new AssignedLabel(
                id.toString(),
                rank < scores.size() ? Float.parseFloat(scores.get(rank).toString()) : 1));
      }
    }
    return suggested;
  }
}
