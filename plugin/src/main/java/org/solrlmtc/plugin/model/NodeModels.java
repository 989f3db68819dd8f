package org.solrlmtc.plugin.model;

import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.core.CoreContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelsFolder;

/**
 * The models of a node: each is opened once, for any number of cores. Cores hold a model open,
 * requests lease one version of it. A {@link ModelRegistry} records what is open. Models are opened
 * and swapped outside of its lock, so that other requests do not wait.
 */
public final class NodeModels implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /** System property that names the folder of model bundles. */
  public static final String FOLDER_PROPERTY = "lmtc.models.dir";

  private final Path folder;
  private final HiddenFolders folders;
  private final ModelRegistry registry;

  private NodeModels(CoreContainer node) {
    String configured = System.getProperty(FOLDER_PROPERTY);
    this.folder =
        configured == null
            ? Path.of(node.getSolrHome(), "models")
            : Path.of(node.getSolrHome()).resolve(configured);
    this.folders = new HiddenFolders(folder);
    this.registry = new ModelRegistry(node.getMetricManager());
  }

  static NodeModels of(CoreContainer node) {
    // by class loader: a core that loads the plugin from its own <lib> has its own classes
    String key =
        NodeModels.class.getName()
            + "@"
            + System.identityHashCode(NodeModels.class.getClassLoader());
    return node.getObjectCache()
        .computeIfAbsent(key, NodeModels.class, any -> new NodeModels(node));
  }

  /**
   * Holds a model open for a core, and opens it first if necessary.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   * @throws SolrException when the limit of models opened on demand is reached
   */
  void hold(String name, CoreModels holder, Hold hold) {
    ModelsFolder.checkName(name);
    ModelSlot slot = registry.hold(name, holder, hold);
    boolean usable = false;
    try {
      open(slot);
      registry.checkCompatible(slot, holder);
      usable = true;
    } finally {
      if (!usable) {
        registry.release(slot, holder);
      }
    }
  }

  /** Requests that arrive while a model is being opened wait for it, and share its failure. */
  private void open(ModelSlot slot) {
    if (registry.isOpen(slot)) {
      // also while it is being swapped: no request waits for a swap
      return;
    }
    synchronized (slot.opening) {
      if (registry.isOpen(slot)) {
        return;
      }
      if (slot.openingFailed.isPresent()) {
        throw slot.openingFailed.get();
      }
      try {
        openVersion(slot);
      } catch (RuntimeException e) {
        slot.openingFailed = Optional.of(e);
        throw e;
      }
    }
  }

  private void openVersion(ModelSlot slot) {
    Model version = folders.hide(() -> Model.open(folder, slot.name, slot.metrics));
    registry.publish(slot, version);
    log.info("model {} is open on {}", version.id(), version.device());
  }

  /**
   * Opens the current content of the model's folder as a new version, which serves from then on.
   * Requests that started with the former version finish with it. When the new version is not
   * usable, the former one continues to serve.
   *
   * @throws BundleException with the reason why nothing was swapped
   */
  public void swap(String name) {
    ModelSlot slot = registry.openSlot(name);
    synchronized (slot.opening) {
      registry.markSwap(slot, true, Optional.empty());
      try {
        openVersion(slot);
        registry.markSwap(slot, false, Optional.empty());
      } catch (RuntimeException | Error e) {
        registry.markSwap(
            slot, false, Optional.of(e instanceof BundleException ? e.getMessage() : e.toString()));
        throw e;
      }
    }
  }

  /**
   * Leases a model that is held.
   *
   * @throws BundleException when it was unloaded in the meantime
   */
  Lease lease(String name) {
    while (true) {
      Model model =
          current(name)
              .orElseThrow(
                  () ->
                      new BundleException(
                          "model '" + name + "' was unloaded meanwhile: try again"));
      Optional<Lease> lease = model.lease();
      if (lease.isPresent()) {
        return lease.get();
      }
    }
  }

  /** The version that new requests get. */
  public Optional<Model> current(String name) {
    return registry.current(name);
  }

  /** The metrics of a held model. */
  public Optional<ModelMetrics> metrics(String name) {
    return registry.metrics(name);
  }

  /**
   * Closes a model once the requests that use it have ended.
   *
   * @throws BundleException naming the cores whose configuration names it
   */
  public void unload(String name) {
    registry.unload(name);
  }

  /** Releases all models that a core holds. */
  void release(CoreModels holder) {
    registry.release(holder);
  }

  /** The open models, in the order they were opened. */
  public List<OpenModel> open() {
    return registry.open();
  }

  /** Names of all bundles of the models folder, open or not, sorted. */
  public List<String> names() {
    return folders.hide(() -> ModelsFolder.names(folder));
  }

  /** Called when the node shuts down, after all cores are closed. */
  @Override
  public void close() {
    registry.close();
  }
}
