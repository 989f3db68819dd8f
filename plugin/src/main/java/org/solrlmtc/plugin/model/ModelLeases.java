package org.solrlmtc.plugin.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.solr.core.SolrCore;
import org.solrlmtc.core.bundle.BundleException;

/** The models of one request, which uses the same version of each from start to end. */
public final class ModelLeases implements AutoCloseable {
  private final CoreModels models;
  private final Map<String, Lease> byName = new LinkedHashMap<>();

  public ModelLeases(SolrCore core) {
    this(CoreModels.of(core));
  }

  public ModelLeases(CoreModels models) {
    this.models = models;
  }

  /**
   * The model of this name, which is opened first if necessary.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   */
  public Model get(String name) {
    return byName.computeIfAbsent(name, models::lease).model();
  }

  @Override
  public void close() {
    byName.values().forEach(Lease::close);
  }
}
