package org.solrlmtc.plugin.update;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.SolrInputField;
import org.apache.solr.schema.FieldType;
import org.apache.solr.schema.IndexSchema;

/**
 * Reads the corrections of people from documents and atomic updates. The concept field accepts
 * corrections as well, because clients try it first.
 */
final class CorrectionFields {
  private static final String NOW = "NOW";

  private final Map<OutputField, String> fields;
  private final FieldType reviewedType;

  CorrectionFields(Map<OutputField, String> fields, IndexSchema schema) {
    this.fields = fields;
    this.reviewedType = schema.getFieldType(fields.get(OutputField.REVIEWED));
  }

  /** Whether a document or update has a field that only the model writes: it is from an index. */
  boolean isFromIndex(SolrInputDocument doc) {
    return hasAny(doc, OutputField.OF_MODEL);
  }

  /** Whether an atomic update corrects labels. */
  boolean areIn(SolrInputDocument update) {
    return hasAny(update, OutputField.OF_PEOPLE) || hasConcepts(update) && !isEmptied(update);
  }

  /** Whether an atomic update empties the concept field: the model labels the document again. */
  boolean handsBack(SolrInputDocument update) {
    return hasConcepts(update) && isEmptied(update);
  }

  /** Whether a person changes the concept field; in an update from an index, nobody does. */
  private boolean hasConcepts(SolrInputDocument update) {
    return update.containsKey(concepts()) && !isFromIndex(update);
  }

  private boolean hasAny(SolrInputDocument doc, Set<OutputField> outputs) {
    return outputs.stream()
        .map(fields::get)
        .anyMatch(field -> field != null && doc.containsKey(field));
  }

  private boolean isEmptied(SolrInputDocument update) {
    SolrInputField concepts = update.getField(concepts());
    if (concepts.getValue() instanceof Map<?, ?> operations) {
      return operations.keySet().equals(Set.of("set")) && ids(operations.get("set")).isEmpty();
    }
    return ids(concepts.getValue()).isEmpty();
  }

  /** The corrections of a whole document. */
  Corrections of(SolrInputDocument doc) {
    Set<String> concepts = ids(doc.getFieldValues(concepts()));
    if (!concepts.isEmpty() && !isFromIndex(doc) && !hasAny(doc, OutputField.OF_PEOPLE)) {
      return new Corrections(concepts, Set.of(), Optional.of(now()));
    }
    Corrections corrections =
        new Corrections(
            ids(values(doc, OutputField.CONFIRMED)),
            ids(values(doc, OutputField.REJECTED)),
            Optional.ofNullable(doc.getFieldValue(fields.get(OutputField.REVIEWED)))
                .map(reviewedType::toNativeType));
    checkDisjoint(corrections.confirmed(), corrections.rejected());
    return corrections;
  }

  /**
   * The corrections of a document after an atomic update.
   *
   * @param before those of the indexed document
   * @param merged the document after the update, except for the concept field
   */
  Corrections after(SolrInputDocument update, Corrections before, SolrInputDocument merged) {
    Set<String> confirmed = ids(values(merged, OutputField.CONFIRMED));
    Set<String> rejected = ids(values(merged, OutputField.REJECTED));
    Set<String> newlyConfirmed = Corrections.difference(confirmed, before.confirmed());
    Set<String> newlyRejected = Corrections.difference(rejected, before.rejected());
    checkDisjoint(newlyConfirmed, newlyRejected);
    Corrections after =
        new Corrections(
                confirmed,
                rejected,
                Optional.ofNullable(merged.getFieldValue(fields.get(OutputField.REVIEWED))))
            .confirm(newlyConfirmed)
            .reject(newlyRejected);
    return hasConcepts(update) && !isEmptied(update)
        ? afterConcepts(update.getField(concepts()), after)
        : after;
  }

  /** Adding to the concept field confirms, removing from it rejects, replacing it does both. */
  private Corrections afterConcepts(SolrInputField concepts, Corrections before) {
    if (!(concepts.getValue() instanceof Map<?, ?> operations)) {
      return before.replace(ids(concepts.getValue()), now());
    }
    Corrections after = before;
    for (Map.Entry<?, ?> operation : operations.entrySet()) {
      Set<String> ids = ids(operation.getValue());
      after =
          switch (String.valueOf(operation.getKey())) {
            case "set" -> after.replace(ids, now());
            case "add", "add-distinct" -> after.confirm(ids);
            case "remove" -> after.reject(ids);
            default ->
                throw new SolrException(
                    ErrorCode.BAD_REQUEST,
                    "labels cannot be corrected by '"
                        + operation.getKey()
                        + "' of the field '"
                        + concepts.getName()
                        + "': use 'set', 'add', 'add-distinct' or 'remove'");
          };
    }
    return after;
  }

  private void checkDisjoint(Set<String> confirmed, Set<String> rejected) {
    for (String id : confirmed) {
      if (rejected.contains(id)) {
        throw new SolrException(
            ErrorCode.BAD_REQUEST,
            "the label '"
                + id
                + "' is both in '"
                + fields.get(OutputField.CONFIRMED)
                + "' and in '"
                + fields.get(OutputField.REJECTED)
                + "': send it in one of them");
      }
    }
  }

  /** A date, not "NOW", which every replica would replace by its own time. */
  private Object now() {
    return reviewedType.toNativeType(NOW);
  }

  private String concepts() {
    return fields.get(OutputField.CONCEPTS);
  }

  private Collection<Object> values(SolrInputDocument doc, OutputField output) {
    return doc.getFieldValues(fields.get(output));
  }

  /** The ids among the values of a field. Blank ones name no concept. */
  private static Set<String> ids(Object value) {
    Collection<?> values =
        value instanceof Collection<?> several
            ? several
            : value == null ? List.of() : List.of(value);
    Set<String> ids = new LinkedHashSet<>();
    values.stream()
        .filter(Objects::nonNull)
        .map(Object::toString)
        .filter(id -> !id.isBlank())
        .forEach(ids::add);
    return ids;
  }
}
