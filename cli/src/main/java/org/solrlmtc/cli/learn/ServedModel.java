package org.solrlmtc.cli.learn;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.common.params.MapSolrParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.UserError;
import org.solrlmtc.cli.solr.SolrHttp;

/**
 * The model that labels a collection, with its memory on all nodes.
 *
 * @param name the name or alias that the configuration has
 * @param bundle the name of the bundle
 * @param hasMemory whether it learns without training
 * @param onAll ids of the acts that the memories of all nodes have
 * @param onAny ids of the acts that the memory of some node has
 * @param maxActs maximum number of acts in a memory
 */
record ServedModel(
    String name,
    String bundle,
    String digest,
    boolean hasMemory,
    Set<String> onAll,
    Set<String> onAny,
    int maxActs) {
  private static final String MODELS = "/lmtc/models";

  /** Below the limits of a request. */
  private static final int MAX_BATCH = 200;

  private static final int MAX_BATCH_BYTES = 8 << 20;
  private static final int MAX_FORGOTTEN = 100;

  /**
   * @throws UserError when there is none, or nodes have different ones
   */
  static ServedModel of(SolrHttp solr, String collection) {
    JsonNode answer =
        solr.get(
            collection, MODELS, new MapSolrParams(Map.of("distrib", "true", "memoryIds", "true")));
    List<JsonNode> served = new ArrayList<>();
    if (answer.has("nodes")) {
      answer.path("nodes").forEach(node -> served.add(labelling(node, collection)));
    } else {
      served.add(labelling(answer, collection));
    }
    Set<String> digests = new HashSet<>();
    Set<String> onAny = new LinkedHashSet<>();
    Set<String> onAll = new LinkedHashSet<>(ids(served.get(0)));
    for (JsonNode model : served) {
      digests.add(model.path("digest").asText());
      onAny.addAll(ids(model));
      onAll.retainAll(ids(model));
      if (model.path("memory").has("problem")) {
        throw new UserError(model.path("memory").path("problem").asText());
      }
    }
    if (digests.size() > 1) {
      throw new UserError(
          "the nodes label '"
              + collection
              + "' with different versions of a model: put the same bundle on all nodes and swap"
              + " it, see docs/models.md");
    }
    JsonNode first = served.get(0);
    return new ServedModel(
        first.path("alias").asText(first.path("name").asText()),
        first.path("name").asText(),
        first.path("digest").asText(),
        first.has("memory"),
        onAll,
        onAny,
        first.path("memory").path("maxActs").asInt());
  }

  private static JsonNode labelling(JsonNode node, String collection) {
    for (JsonNode model : node.path("models")) {
      if (model.path("labelsDocuments").asBoolean()) {
        return model;
      }
    }
    throw new UserError(
        "no model labels the documents of '"
            + collection
            + "': configure one, see docs/configuration.md");
  }

  private static Set<String> ids(JsonNode model) {
    Set<String> ids = new LinkedHashSet<>();
    model.path("memory").path("ids").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  /** Adds acts to the memories of all nodes. */
  final class Teacher {
    private final SolrHttp solr;
    private final String collection;
    private final StringBuilder batch = new StringBuilder();
    private int acts;

    Teacher(SolrHttp solr, String collection) {
      this.solr = solr;
      this.collection = collection;
    }

    /**
     * @param line a JSON object
     */
    void add(String line) {
      if (acts == MAX_BATCH || acts > 0 && batch.length() + line.length() > MAX_BATCH_BYTES) {
        send();
      }
      batch.append(line).append('\n');
      acts++;
    }

    void send() {
      if (acts > 0) {
        byte[] body = batch.toString().getBytes(StandardCharsets.UTF_8);
        solr.upload(
            collection, MODELS, params("remember"), "application/x-ndjson", out -> out.write(body));
      }
      batch.setLength(0);
      acts = 0;
    }

    /** Removes acts from the memories of all nodes. */
    void forget(List<String> ids) throws IOException {
      for (int from = 0; from < ids.size(); from += MAX_FORGOTTEN) {
        ModifiableSolrParams params = params("forget");
        ids.subList(from, Math.min(ids.size(), from + MAX_FORGOTTEN))
            .forEach(id -> params.add("act", id));
        solr.post(collection, MODELS, params);
      }
    }

    private ModifiableSolrParams params(String action) {
      return new ModifiableSolrParams().set("action", action).set("model", name);
    }
  }
}
