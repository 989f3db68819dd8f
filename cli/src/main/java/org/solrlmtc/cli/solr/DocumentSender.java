package org.solrlmtc.cli.solr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.UpdateParams;
import org.apache.solr.common.util.NamedList;

/**
 * Sends documents to a collection. A batch that Solr refuses is sent again document by document, so
 * that only the bad documents fail, and are reported.
 *
 * @param chain the update chain, or empty for the collection's default
 */
public record DocumentSender(SolrHttp solr, String collection, String chain) {
  /** Status codes of the request or the server: they would be the same for the next document. */
  private static final Set<Integer> NOT_ABOUT_THE_DOCUMENT = Set.of(401, 403, 404, 429, 503);

  /** Why Solr refused a document. */
  public record Refusal(int code, String reason) {
    /** Whether the update was for another version of the document. */
    public boolean isConflict() {
      return code == SolrException.ErrorCode.CONFLICT.code;
    }
  }

  /** Sends documents and returns the refusals by index in the list. */
  public Map<Integer, Refusal> send(List<SolrInputDocument> documents) {
    return send(documents, Optional.empty());
  }

  /**
   * Sends documents and returns the refusals by index in the list.
   *
   * @param acknowledged receives the id of each accepted document, with the version that Solr gave
   *     it
   */
  public Map<Integer, Refusal> send(
      List<SolrInputDocument> documents, ObjLongConsumer<String> acknowledged) {
    return send(documents, Optional.of(acknowledged));
  }

  private Map<Integer, Refusal> send(
      List<SolrInputDocument> documents, Optional<ObjLongConsumer<String>> acknowledged) {
    Map<Integer, Refusal> refused = new TreeMap<>();
    Optional<Refusal> whole = trySend(documents, acknowledged);
    if (whole.isPresent() && documents.size() == 1) {
      refused.put(0, whole.get());
    } else if (whole.isPresent()) {
      for (int i = 0; i < documents.size(); i++) {
        int index = i;
        trySend(List.of(documents.get(i)), acknowledged)
            .ifPresent(refusal -> refused.put(index, refusal));
      }
    }
    return refused;
  }

  private Optional<Refusal> trySend(
      List<SolrInputDocument> documents, Optional<ObjLongConsumer<String>> acknowledged) {
    return solr.send(
        client -> {
          UpdateRequest request = new UpdateRequest();
          request.add(documents);
          if (!chain.isEmpty()) {
            request.setParam("update.chain", chain);
          }
          if (acknowledged.isPresent()) {
            request.setParam(UpdateParams.VERSIONS, "true");
          }
          try {
            UpdateResponse response = request.process(client, collection);
            acknowledged.ifPresent(receiver -> versions(response, receiver));
            return Optional.empty();
          } catch (SolrException e) {
            if (NOT_ABOUT_THE_DOCUMENT.contains(e.code())) {
              throw e;
            }
            return Optional.of(new Refusal(e.code(), e.getMessage()));
          }
        });
  }

  private static void versions(UpdateResponse response, ObjLongConsumer<String> acknowledged) {
    NamedList<?> added = (NamedList<?>) response.getResponse().get("adds");
    added.forEach((id, version) -> acknowledged.accept(id, (Long) version));
  }
}
