package org.solrlmtc.plugin.update;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.update.AddUpdateCommand;

/** Fetches the stored text that an update lacks. */
final class StoredText {
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
    Optional<String> route = Optional.ofNullable(route(update));
    Optional<Map<String, Collection<Object>>> values;
    try {
      values = new RealTimeGet(core).fetch(update.getPrintableId(), route, fields);
    } catch (SolrException e) {
      throw new TextNotKnownException(
          "the update changes only some of the text fields, and the others could not be fetched: "
              + e.getMessage());
    }
    if (values.isEmpty() && route.isEmpty() && isRoutedByField()) {
      throw new TextNotKnownException(
          "the collection is routed by a field, so the document cannot be found by its id alone;"
              + " send the update with _route_, or relabel the document");
    }
    return values.orElse(Map.of());
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
}
