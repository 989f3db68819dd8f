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
 * that one bad document does not take its neighbours with it and is named.
 *
 * @param chain the update chain, or empty for the collection's default
 */
public record DocumentSender(SolrHttp solr, String collection, String chain) {
  /** Answers about the request or the server: the next document would get the same. */
  private static final Set<Integer> NOT_ABOUT_THE_DOCUMENT = Set.of(401, 403, 404, 429, 503);

  /** Why Solr did not take a document. */
  public record Refusal(int code, String reason) {
    /** Whether the document is not, or no longer, the version that the update was for. */
    public boolean isConflict() {
      return code == SolrException.ErrorCode.CONFLICT.code;
    }
  }

  /** Sends documents; what was refused is given by its place among them. */
  public Map<Integer, Refusal> send(List<SolrInputDocument> documents) {
    Map<Integer, Refusal> refused = new TreeMap<>();
    Optional<Refusal> whole = tryToSend(documents);
    if (whole.isPresent() && documents.size() == 1) {
      refused.put(0, whole.get());
    } else if (whole.isPresent()) {
      for (int i = 0; i < documents.size(); i++) {
        int place = i;
        tryToSend(List.of(documents.get(i))).ifPresent(refusal -> refused.put(place, refusal));
      }
    }
    return refused;
  }

  private Optional<Refusal> tryToSend(List<SolrInputDocument> documents) {
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
