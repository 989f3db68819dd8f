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
 * The models a core holds open on its node: those that its configuration names, and those that
 * requests asked for. They are given up when the core closes; a reloaded core takes them over from
 * its predecessor, which closes after it.
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
   * @param explanationsField where the passages behind labels are stored; the model must be able to
   *     tell them then, and so must every version that it is swapped for
   * @throws BundleException when there is no such bundle or it is not usable
   */
  public void holdConfigured(String name, Optional<String> explanationsField) {
    hold(name, new Hold(HoldReason.CONFIGURED, explanationsField));
  }

  /**
   * Holds a model until the core closes or somebody unloads it.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   */
  public void load(String name) {
    hold(name, new Hold(HoldReason.LOADED));
  }

  /**
   * Leases a model, opened if it is not open yet.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   * @throws SolrException when it is not open, and requests have opened as many as they may
   */
  Lease lease(String name) {
    hold(name, new Hold(HoldReason.ASKED_FOR));
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
