package org.solrlmtc.cli.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.LabellingProcessor;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.label.LabellingStatus.State;

/**
 * A collection whose documents are labelled when they are indexed, as configured in its Solr. The
 * name of a field that the labelling processor does not write is empty.
 *
 * @param key the unique key
 * @param concepts the field that is emptied to have a document relabelled
 * @param status the field with the labelling status
 * @param modelField the field that names the model
 * @param model the current model, as written to that field
 * @param rejected the field with labels that people removed
 * @param reviewed the field with the date of a complete review
 * @param hasChildren whether documents can have child documents
 */
record LabelledCollection(
    String key,
    String concepts,
    String status,
    String modelField,
    String model,
    String rejected,
    String reviewed,
    boolean hasChildren) {
  /** The field that only child documents have. */
  static final String NEST_PATH = "_nest_path_";

  private static final String MODELS = "/lmtc/models";

  /** Reads the configuration of a collection from Solr. */
  static LabelledCollection of(SolrHttp solr, String collection) {
    JsonNode outputs = LabellingProcessor.of(solr, collection).path("output");
    return new LabelledCollection(
        solr.send(
            client -> new SchemaRequest.UniqueKey().process(client, collection).getUniqueKey()),
        outputs.path("concepts").asText("eurovoc_id"),
        outputs.path("status").asText("lmtc_status"),
        outputs.path("model").asText("lmtc_model"),
        model(solr, collection),
        outputs.path("rejected").asText("eurovoc_rejected"),
        outputs.path("reviewed").asText("lmtc_reviewed"),
        hasField(solr, collection, NEST_PATH));
  }

  private static boolean hasField(SolrHttp solr, String collection, String name) {
    return solr
        .send(client -> new SchemaRequest.Fields().process(client, collection))
        .getFields()
        .stream()
        .anyMatch(field -> name.equals(field.get("name")));
  }

  /** The model that currently labels a collection, on all its nodes. */
  static String model(SolrHttp solr, String collection) {
    ModifiableSolrParams everyNode = new ModifiableSolrParams().set(CommonParams.DISTRIB, true);
    try {
      return model(solr.get(collection, MODELS, everyNode), collection);
    } catch (UserError e) {
      if (SolrHttp.isNotFound(e)) {
        throw new UserError(
            "'"
                + collection
                + "' has no handler "
                + MODELS
                + ", which names its model: add it to its solrconfig.xml, see docs/install.md",
            e);
      }
      throw e;
    }
  }

  /**
   * The model in the response of a single node, or of all nodes by name.
   *
   * @throws UserError when there is none, or nodes have different ones
   */
  static String model(JsonNode response, String collection) {
    Map<String, String> byNode = new TreeMap<>();
    if (response.has("nodes")) {
      response
          .path("nodes")
          .fields()
          .forEachRemaining(
              node ->
                  byNode.put(node.getKey(), labelling(node.getValue().path("models"), collection)));
    } else {
      byNode.put("", labelling(response.path("models"), collection));
    }
    TreeSet<String> different = new TreeSet<>(byNode.values());
    if (different.size() > 1) {
      throw new UserError(
          "the nodes label the documents of '"
              + collection
              + "' with different models, "
              + byNode
              + ": swap the model on all nodes, see docs/models.md, then run 'lmtc relabel"
              + " --only-outdated'");
    }
    return different.first();
  }

  private static String labelling(JsonNode models, String collection) {
    for (JsonNode model : models) {
      if (model.path("labelsDocuments").asBoolean()) {
        String byVersion = model.path("name").asText() + "/" + model.path("version").asText();
        return model.path("id").asText(byVersion);
      }
    }
    throw new UserError(
        "no model labels the documents of '"
            + collection
            + "': configure one, see docs/configuration.md");
  }

  /** The fields of a document that describe its labelling. */
  String[] labellingFields() {
    return Stream.of(key, concepts, status, modelField, rejected, reviewed)
        .filter(field -> !field.isEmpty())
        .toArray(String[]::new);
  }

  boolean hasLabels(SolrDocument document) {
    return hasValue(document, concepts);
  }

  private static boolean hasValue(SolrDocument document, String field) {
    Collection<Object> values = document.getFieldValues(field);
    return values != null && !values.isEmpty();
  }

  boolean hasNoText(SolrDocument document) {
    return is(State.NO_TEXT, statusOf(document));
  }

  /** Why the current model has not labelled a document that it received; empty when it has. */
  Optional<String> whyNotLabelled(SolrDocument document) {
    Optional<LabellingStatus> status = statusOf(document);
    if (needsRelabelling(status)) {
      return status.map(LabellingStatus::format);
    }
    return isByCurrentModel(document)
        ? Optional.empty()
        : Optional.of("labelled by " + document.getFieldValue(modelField));
  }

  boolean isLabelledByCurrentModel(SolrDocument document) {
    return !modelField.isEmpty()
        && isByCurrentModel(document)
        && !needsRelabelling(statusOf(document));
  }

  /** Whether a document lost its labels without being labelled again. */
  boolean isOnlyEmptied(SolrDocument document) {
    Optional<LabellingStatus> status = statusOf(document);
    boolean removedByPeople = hasValue(document, rejected) || hasValue(document, reviewed);
    return !hasLabels(document)
        && !needsRelabelling(status)
        && (is(State.LABELLED, status) && !removedByPeople || !isByCurrentModel(document));
  }

  private static boolean needsRelabelling(Optional<LabellingStatus> status) {
    return status.filter(LabellingStatus::needsRelabelling).isPresent();
  }

  private static boolean is(State state, Optional<LabellingStatus> status) {
    return status.filter(found -> found.state() == state).isPresent();
  }

  private boolean isByCurrentModel(SolrDocument document) {
    return modelField.isEmpty() || model.equals(document.getFieldValue(modelField));
  }

  /** Empty when the field is disabled, has no value or an invalid one. */
  private Optional<LabellingStatus> statusOf(SolrDocument document) {
    return status.isEmpty()
        ? Optional.empty()
        : LabellingStatus.parse(String.valueOf(document.getFieldValue(status)));
  }
}
