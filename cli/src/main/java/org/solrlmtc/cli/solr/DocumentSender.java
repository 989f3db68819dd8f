package org.solrlmtc.cli.solr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;

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
    Map<Integer, Refusal> refused = new TreeMap<>();
    Optional<Refusal> whole = trySend(documents);
    if (whole.isPresent() && documents.size() == 1) {
      refused.put(0, whole.get());
    } else if (whole.isPresent()) {
      for (int i = 0; i < documents.size(); i++) {
        int index = i;
        trySend(List.of(documents.get(i))).ifPresent(refusal -> refused.put(index, refusal));
      }
    }
    return refused;
  }

  private Optional<Refusal> trySend(List<SolrInputDocument> documents) {
    return solr.send(
        client -> {
          UpdateRequest request = new UpdateRequest();
          request.add(documents);
          if (!chain.isEmpty()) {
            request.setParam("update.chain", chain);
          }
          try {
            request.process(client, collection);
            return Optional.empty();
          } catch (SolrException e) {
            if (NOT_ABOUT_THE_DOCUMENT.contains(e.code())) {
              throw e;
            }
            return Optional.of(new Refusal(e.code(), e.getMessage()));
          }
        });
  }
}
