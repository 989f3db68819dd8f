package org.solrlmtc.plugin.api;

import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.response.SolrQueryResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The versions of one model on the nodes of a collection. A swap that does not reach every node, or
 * that finds the old bundle on one of them, leaves them different.
 *
 * @param ids by node; a node that does not answer, or has not opened the model, has none
 */
record NodeVersions(String model, Map<String, String> ids) {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /**
   * Reads the lists of models of all nodes.
   *
   * @param lists by node
   */
  static NodeVersions of(String model, NamedList<?> lists) {
    Map<String, String> ids = new TreeMap<>();
    lists.forEach(
        (node, list) -> {
          if (list instanceof NamedList<?> entry && entry.get("models") instanceof List<?> open) {
            for (Object each : open) {
              if (each instanceof NamedList<?> opened && model.equals(opened.get("name"))) {
                ids.put(node, (String) opened.get("id"));
              }
            }
          }
        });
    return new NodeVersions(model, ids);
  }

  boolean differ() {
    return new HashSet<>(ids.values()).size() > 1;
  }

  /** Adds the versions to a response, and a warning if they differ, which is also logged. */
  void report(SolrQueryResponse rsp) {
    rsp.add("versions", ids);
    if (differ()) {
      String warning =
          "the nodes have different versions of model '"
              + model
              + "', "
              + ids
              + ": put the same bundle on all nodes and swap it without distrib=false; then relabel"
              + " with --only-outdated";
      log.warn(warning);
      rsp.add("warning", warning);
    }
  }
}
