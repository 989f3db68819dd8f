package org.solrlmtc.plugin.api;

import java.util.List;
import org.apache.solr.common.params.ModifiableSolrParams;

/** The acts to forget: some, or all. */
record ForgetRequest(List<String> ids, boolean all) {
  private static final String ACT = "act";
  private static final String ALL = "all";

  /** They are in the URL of a request to other nodes. */
  private static final int MAX_ACTS = 100;

  static ForgetRequest parse(RequestParams params) {
    ForgetRequest request = new ForgetRequest(params.all(ACT), params.flag(ALL));
    if (request.ids().isEmpty() == !request.all()) {
      throw RequestParams.bad(ACT, "is missing: name the acts to forget, or all=true, not both");
    }
    if (request.ids().size() > MAX_ACTS) {
      throw RequestParams.bad(ACT, "has more than " + MAX_ACTS + " values: forget fewer at once");
    }
    return request;
  }

  void addTo(ModifiableSolrParams params) {
    ids.forEach(id -> params.add(ACT, id));
    if (all) {
      params.set(ALL, true);
    }
  }
}
