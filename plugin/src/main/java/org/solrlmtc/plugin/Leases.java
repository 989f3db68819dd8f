package org.solrlmtc.plugin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.solr.core.SolrCore;
import org.solrlmtc.core.bundle.BundleException;

/** The models of one request: it sees the same version of each from its begin to its end. */
final class Leases implements AutoCloseable {
  private final CoreModels models;
  private final Map<String, Lease> byName = new LinkedHashMap<>();

  Leases(SolrCore core) {
    this(CoreModels.of(core));
  }

  Leases(CoreModels models) {
    this.models = models;
  }

  /**
   * The model of this name, opened if it is not open yet.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   */
  Model get(String name) {
    return byName.computeIfAbsent(name, models::lease).model();
  }

  /** The model that a parameter names. */
  Model get(String parameter, String name) {
    try {
      return get(name);
    } catch (BundleException e) {
      throw RequestParams.bad(parameter, "names no usable model: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    byName.values().forEach(Lease::close);
  }
}
