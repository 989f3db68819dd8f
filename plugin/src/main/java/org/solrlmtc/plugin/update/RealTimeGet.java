package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.IndexableField;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequestBase;
import org.apache.solr.request.SolrRequestHandler;
import org.apache.solr.response.SolrQueryResponse;

/**
 * Solr's real-time get, which sees uncommitted updates and, in SolrCloud, queries the shard of the
 * document.
 */
public record RealTimeGet(SolrCore core) {
  private static final String HANDLER = "/get";

  /**
   * The stored values of a document, by field; empty when the document is not in the index.
   *
   * @param route the route that determines the shard of the document; empty when its id does
   * @throws SolrException when the core has no such handler, or it fails
   */
  public Optional<Map<String, List<Object>>> fetch(
      String id, Optional<String> route, Collection<String> fields) {
    SolrRequestHandler handler = core.getRequestHandler(HANDLER);
    if (handler == null) {
      throw new SolrException(ErrorCode.SERVER_ERROR, "the core has no " + HANDLER + " handler");
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("id", id);
    route.ifPresent(value -> params.set(ShardParams._ROUTE_, value));
    params.set(CommonParams.FL, fields.toArray(String[]::new));
    try (SolrQueryRequestBase request = new SolrQueryRequestBase(core, params) {}) {
      SolrQueryResponse response = new SolrQueryResponse();
      core.execute(handler, request, response);
      if (response.getException() != null) {
        throw new SolrException(
            ErrorCode.SERVER_ERROR, response.getException().getMessage(), response.getException());
      }
      if (!(response.getValues().get("doc") instanceof SolrDocument doc)) {
        return Optional.empty();
      }
      Map<String, List<Object>> values = new LinkedHashMap<>();
      for (String field : fields) {
        values.put(field, plain(field, doc.getFieldValues(field)));
      }
      return Optional.of(values);
    }
  }

  /** Real-time get returns Lucene fields when the document is in the local index. */
  private List<Object> plain(String name, Collection<Object> values) {
    List<Object> plain = new ArrayList<>();
    if (values != null) {
      for (Object value : values) {
        plain.add(
            value instanceof IndexableField field
                ? core.getLatestSchema().getFieldType(name).toObject(field)
                : value);
      }
    }
    return plain;
  }
}
