package org.solrlmtc.plugin.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.core.CloseHook;
import org.apache.solr.core.SolrCore;
import org.solrlmtc.core.bundle.BundleException;

/**
 * The models that a core holds open on its node: those that its configuration names, and those that
 * requests named. They are released when the core closes. Models stay open over a reload, because
 * the new core holds them before the old one closes.
 */
public final class CoreModels {
  private static final Map<SolrCore, CoreModels> BY_CORE = new HashMap<>();

  private final SolrCore core;
  private final NodeModels node;
  private volatile boolean closed;

  private CoreModels(SolrCore core) {
    this.core = core;
    this.node = NodeModels.of(core.getCoreContainer());
  }

  public static CoreModels of(SolrCore core) {
    synchronized (BY_CORE) {
      return BY_CORE.computeIfAbsent(core, CoreModels::register);
    }
  }

  private static CoreModels register(SolrCore core) {
    CoreModels models = new CoreModels(core);
    core.addCloseHook(
        new CloseHook() {
          @Override
          public void postClose(SolrCore closedCore) {
            models.closed = true;
            models.node.release(models);
            synchronized (BY_CORE) {
              BY_CORE.remove(closedCore);
            }
          }
        });
    return models;
  }

  /**
   * Holds a model that the core's configuration names.
   *
   * @param explanationsField the field that stores explanations, if any; then this version of the
   *     model and every version that replaces it must be able to explain
   * @throws BundleException when there is no such bundle or it is not usable
   */
  public void holdConfigured(String name, Optional<String> explanationsField) {
    hold(name, new Hold(HoldReason.CONFIGURED, explanationsField));
  }

  /**
   * Holds a model until the core closes or the model is unloaded.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   */
  public void load(String name) {
    hold(name, new Hold(HoldReason.LOADED));
  }

  /**
   * Leases a model, and opens it first if necessary.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   * @throws SolrException when it is not open, and the limit of models opened on demand is reached
   */
  Lease lease(String name) {
    hold(name, new Hold(HoldReason.ON_DEMAND));
    return node.lease(name);
  }

  private void hold(String name, Hold hold) {
    if (closed) {
      throw new BundleException("the core is closing: its models are no longer available");
    }
    node.hold(name, this, hold);
  }

  public NodeModels node() {
    return node;
  }

  String coreName() {
    return core.getName();
  }

  /** Names of all bundles of the models folder, open or not, sorted. */
  public List<String> names() {
    return node.names();
  }
}
