package org.solrlmtc.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;

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

  /** The model that labels a collection now. */
  static String model(SolrHttp solr, String collection) {
    for (JsonNode model : solr.ask(collection, "/lmtc/models").path("models")) {
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
}
