package org.solrlmtc.cli.solr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** The configuration of a collection's labelling processor, as Solr's Config API has it. */
public final class LabellingProcessor {
  private static final String CLASS = "LmtcUpdateProcessorFactory";

  private LabellingProcessor() {}

  /** The settings of the processor; a missing node if the collection has none. */
  public static JsonNode of(SolrHttp solr, String collection) {
    JsonNode config = solr.get(collection, "/config/updateProcessor");
    for (JsonNode processor : config.path("config").path("updateProcessor")) {
      if (processor.path("class").asText().endsWith(CLASS)) {
        return processor;
      }
    }
    return MissingNode.getInstance();
  }
}
