package org.solrlmtc.cli.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
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
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * A collection whose documents are labelled as they are indexed, as its Solr describes it. A field
 * that the labelling processor does not write is empty here.
 *
 * @param key the unique key
 * @param concepts the field that is emptied to have a document labelled anew
 * @param status the field that tells how labelling went
 * @param modelField the field that names the model
 * @param model the model that labels now, in the words of that field
 */
record LabelledCollection(
    String key, String concepts, String status, String modelField, String model) {
  private static final String PROCESSOR_CLASS = "LmtcUpdateProcessorFactory";

  /** Asks Solr about a collection. */
  static LabelledCollection of(SolrHttp solr, String collection) {
    JsonNode outputs = outputs(solr.ask(collection, "/config/updateProcessor"));
    return new LabelledCollection(
        solr.send(
            client -> new SchemaRequest.UniqueKey().process(client, collection).getUniqueKey()),
        outputs.path("concepts").asText("eurovoc_id"),
        outputs.path("status").asText("lmtc_status"),
        outputs.path("model").asText("lmtc_model"),
        model(solr, collection));
  }

  /** The model that labels a collection now, on all its nodes. */
  static String model(SolrHttp solr, String collection) {
    ModifiableSolrParams everyNode = new ModifiableSolrParams().set(CommonParams.DISTRIB, true);
    return model(solr.ask(collection, "/lmtc/models", everyNode), collection);
  }

  /**
   * The model in the answer of a single node or, by their names, of all.
   *
   * @throws UserError when there is none, or nodes have different ones
   */
  static String model(JsonNode answer, String collection) {
    Map<String, String> byNode = new TreeMap<>();
    if (answer.has("nodes")) {
      answer
          .path("nodes")
          .fields()
          .forEachRemaining(
              node ->
                  byNode.put(node.getKey(), labelling(node.getValue().path("models"), collection)));
    } else {
      byNode.put("", labelling(answer.path("models"), collection));
    }
    TreeSet<String> different = new TreeSet<>(byNode.values());
    if (different.size() > 1) {
      throw new UserError(
          "the nodes label the documents of '"
              + collection
              + "' with different models, "
              + byNode
              + ": swap the model on all nodes, see docs/models.md, then label what another one"
              + " labelled with 'lmtc relabel --only-outdated'");
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

  /** The output fields that the configuration of the labelling processor names. */
  private static JsonNode outputs(JsonNode config) {
    for (JsonNode processor : config.path("config").path("updateProcessor")) {
      if (processor.path("class").asText().endsWith(PROCESSOR_CLASS)) {
        return processor.path("output");
      }
    }
    return MissingNode.getInstance();
  }

  /** The fields of a document that tell how labelling went. */
  String[] labellingFields() {
    return Stream.of(key, concepts, status, modelField)
        .filter(field -> !field.isEmpty())
        .toArray(String[]::new);
  }

  boolean hasLabels(SolrDocument document) {
    Collection<Object> labels = document.getFieldValues(concepts);
    return labels != null && !labels.isEmpty();
  }

  boolean hasNoText(SolrDocument document) {
    return statusOf(document).equals("no text");
  }

  /** Why the present model has not labelled a document that it was given; empty when it has. */
  Optional<String> whyNotLabelled(SolrDocument document) {
    String status = statusOf(document);
    if (tellsFailure(status)) {
      return Optional.of(status);
    }
    // labels that a person supplied since are no failure
    return isByPresentModel(document) || status.equals("supplied")
        ? Optional.empty()
        : Optional.of("labelled by " + document.getFieldValue(modelField));
  }

  boolean isLabelledByPresentModel(SolrDocument document) {
    return !modelField.isEmpty()
        && isByPresentModel(document)
        && !tellsFailure(statusOf(document))
        && !statusOf(document).equals("supplied");
  }

  /** Whether a document lost its labels without any model having been asked for new ones. */
  boolean isOnlyEmptied(SolrDocument document) {
    String status = statusOf(document);
    boolean claimsLabels = status.equals("labelled") || status.equals("supplied");
    return !hasLabels(document)
        && !tellsFailure(status)
        && (claimsLabels || !isByPresentModel(document));
  }

  private static boolean tellsFailure(String status) {
    return status.startsWith("failed: ")
        || status.startsWith("stale: ")
        || status.contains(" by fallback: ");
  }

  private boolean isByPresentModel(SolrDocument document) {
    return modelField.isEmpty() || model.equals(document.getFieldValue(modelField));
  }

  private String statusOf(SolrDocument document) {
    return status.isEmpty() ? "" : String.valueOf(document.getFieldValue(status));
  }
}
