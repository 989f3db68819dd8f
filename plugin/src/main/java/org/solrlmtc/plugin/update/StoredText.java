package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexableField;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequestBase;
import org.apache.solr.request.SolrRequestHandler;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.update.AddUpdateCommand;

/**
 * Fetches stored text of a document with Solr's real-time get, which sees uncommitted updates and,
 * in SolrCloud, queries the shard of the document.
 */
final class StoredText {
  private static final String REAL_TIME_GET = "/get";

  private final SolrCore core;

  StoredText(SolrCore core) {
    this.core = core;
  }

  /**
   * Whether updates are forwarded to other nodes, where this request's documents may be missing.
   */
  boolean isForwarded() {
    return core.getCoreDescriptor().getCloudDescriptor() != null;
  }

  /** The values by field; empty when the document is not in the index. */
  Map<String, Collection<Object>> of(AddUpdateCommand update, Collection<String> fields)
      throws TextNotKnownException {
    SolrRequestHandler handler = core.getRequestHandler(REAL_TIME_GET);
    if (handler == null) {
      throw new TextNotKnownException(
          "the update changes only some of the text fields, and the core has no "
              + REAL_TIME_GET
              + " handler to fetch the others");
    }
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("id", update.getPrintableId());
    String route = route(update);
    if (route != null) {
      params.set(ShardParams._ROUTE_, route);
    }
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
      } else if (route == null && isRoutedByField()) {
        throw new TextNotKnownException(
            "the collection is routed by a field, so the document cannot be found by its id alone;"
                + " send the update with _route_, or relabel the document");
      }
      return values;
    }
  }

  /** The route that determines the shard of the document; null when its id does. */
  private static String route(AddUpdateCommand update) {
    if (update.getRoute() != null) {
      return update.getRoute();
    }
    String requested = update.getReq().getParams().get(ShardParams._ROUTE_);
    if (requested != null) {
      return requested;
    }
    Object root = update.getSolrInputDocument().getFieldValue(IndexSchema.ROOT_FIELD_NAME);
    return root == null ? null : root.toString();
  }

  private boolean isRoutedByField() {
    if (!isForwarded()) {
      return false;
    }
    DocCollection collection =
        core.getCoreContainer()
            .getZkController()
            .getClusterState()
            .getCollection(core.getCoreDescriptor().getCloudDescriptor().getCollectionName());
    return collection.get(DocCollection.CollectionStateProps.DOC_ROUTER) instanceof Map<?, ?> router
        && router.get("field") != null;
  }

  /** Real-time get returns Lucene fields when the document is in the local index. */
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
