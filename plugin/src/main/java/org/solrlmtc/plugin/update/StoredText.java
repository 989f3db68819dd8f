package org.solrlmtc.plugin.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.core.SolrCore;
import org.apache.solr.schema.IndexSchema;
import org.apache.solr.update.AddUpdateCommand;

/** Fetches the stored fields of the document that an update changes. */
final class StoredText {
  /** The version of a document that must not exist. */
  private static final long ABSENT = -1;

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

  /**
   * These fields of the indexed document, its version, and its place below another document if it
   * is a child; empty when it is not in the index.
   */
  Optional<SolrInputDocument> of(AddUpdateCommand update, Collection<String> fields)
      throws TextNotKnownException {
    List<String> all = new ArrayList<>(fields);
    all.add(CommonParams.VERSION_FIELD);
    all.add(IndexSchema.NEST_PATH_FIELD_NAME);
    Optional<String> route = Optional.ofNullable(route(update));
    Optional<Map<String, List<Object>>> values;
    try {
      values = new RealTimeGet(core).fetch(update.getPrintableId(), route, all);
    } catch (SolrException e) {
      throw new TextNotKnownException("the indexed document cannot be read: " + e.getMessage());
    }
    if (values.isEmpty() && route.isEmpty() && isRoutedByField()) {
      throw new TextNotKnownException(
          "the collection is routed by a field, so the document cannot be found by its id alone;"
              + " send the update with _route_, or relabel the document");
    }
    return values.map(StoredText::document);
  }

  private static SolrInputDocument document(Map<String, List<Object>> values) {
    SolrInputDocument document = new SolrInputDocument();
    values.forEach(
        (field, found) -> {
          if (!found.isEmpty()) {
            document.setField(field, found.size() == 1 ? found.get(0) : found);
          }
        });
    return document;
  }

  /**
   * Makes an update conflict if the document has changed since it was read, unless the client
   * demands a version itself.
   *
   * @param read the document that was read, without a version when it is not in the index
   * @return whether the update has the version that was read
   */
  boolean guard(AddUpdateCommand update, SolrInputDocument read) {
    Object version = read.getFieldValue(CommonParams.VERSION_FIELD);
    if (core.getLatestSchema().getFieldOrNull(CommonParams.VERSION_FIELD) == null
        || !update.getReq().getParams().getBool(CommonParams.FAIL_ON_VERSION_CONFLICTS, true)
        || demandsVersion(update)) {
      return false;
    }
    update
        .getSolrInputDocument()
        .setField(CommonParams.VERSION_FIELD, version == null ? ABSENT : version);
    return true;
  }

  /** Whether the client demands a version of the document; 0, as in Solr, is any. */
  static boolean demandsVersion(AddUpdateCommand update) {
    Object version = update.getVersion();
    if (version.equals(0L)) {
      version = update.getSolrInputDocument().getFieldValue(CommonParams.VERSION_FIELD);
    }
    if (version == null) {
      version = update.getReq().getParams().get(CommonParams.VERSION_FIELD);
    }
    return version != null && !version.toString().equals("0");
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
