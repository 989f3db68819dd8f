package org.solrlmtc.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexableField;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequestBase;
import org.apache.solr.request.SolrRequestHandler;
import org.apache.solr.response.SolrQueryResponse;

/**
 * Fetches text that a document already has, through Solr's own real-time get: it sees uncommitted
 * updates and, in SolrCloud, asks the shard that holds the document.
 */
final class StoredText {
  private static final String REAL_TIME_GET = "/get";

  private final SolrCore core;

  StoredText(SolrCore core) {
    this.core = core;
  }

  /** The values of these fields; empty when there is no such document yet. */
  Map<String, Collection<Object>> of(String id, Collection<String> fields)
      throws TextNotKnownException {
    SolrRequestHandler handler = core.getRequestHandler(REAL_TIME_GET);
    if (handler == null) {
      throw new TextNotKnownException(
          "the update changes only some of the text fields, and the core has no "
              + REAL_TIME_GET
              + " handler to fetch the others");
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("id", id);
    params.set(CommonParams.FL, fields.toArray(String[]::new));
    try (SolrQueryRequestBase request = new SolrQueryRequestBase(core, params) {}) {
      SolrQueryResponse response = new SolrQueryResponse();
      core.execute(handler, request, response);
      if (response.getException() != null) {
        throw new TextNotKnownException(
            "the update changes only some of the text fields, and the others could not be"
                + " fetched: "
                + response.getException().getMessage());
      }
      Map<String, Collection<Object>> values = new HashMap<>();
      if (response.getValues().get("doc") instanceof SolrDocument doc) {
        for (String field : fields) {
          values.put(field, plain(doc.getFieldValues(field)));
        }
      }
      return values;
    }
  }

  /** Real-time get answers with Lucene's fields when the document is in the local index. */
  private static Collection<Object> plain(Collection<Object> values) {
    List<Object> plain = new ArrayList<>();
    if (values != null) {
      for (Object value : values) {
        plain.add(value instanceof IndexableField field ? field.stringValue() : value);
      }
    }
    return plain;
  }
}
