package org.solrlmtc.plugin.model;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.core.CoreContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelBundle;
import org.solrlmtc.core.bundle.ModelsFolder;
import org.solrlmtc.core.concept.ConceptEdit;
import org.solrlmtc.core.concept.EditedBundle;
import org.solrlmtc.core.score.ActMemory;

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
  private final ModelAliases aliases;
  private final ModelMemories memories;

  private NodeModels(CoreContainer node) {
    String configured = System.getProperty(FOLDER_PROPERTY);
    this.folder =
        configured == null
            ? Path.of(node.getSolrHome(), "models")
            : Path.of(node.getSolrHome()).resolve(configured);
    this.folders = new HiddenFolders(folder);
    this.registry = new ModelRegistry(node.getMetricManager());
    this.aliases = new ModelAliases(node);
    this.memories = new ModelMemories(Path.of(node.getSolrHome()));
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
        openVersion(slot, aliases.bundle(slot.name));
      } catch (RuntimeException e) {
        slot.openingFailed = Optional.of(e);
        throw e;
      }
    }
  }

  private void openVersion(ModelSlot slot, String bundle) {
    Model version = folders.hide(() -> Model.open(folder, bundle, slot.metrics, memories));
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
    swap(name, aliases.bundle(name));
  }

  private void swap(String name, String bundle) {
    ModelSlot slot = registry.openSlot(name);
    synchronized (slot.opening) {
      registry.markSwap(slot, true, Optional.empty());
      try {
        openVersion(slot, bundle);
        registry.markSwap(slot, false, Optional.empty());
      } catch (RuntimeException | Error e) {
        registry.markSwap(
            slot, false, Optional.of(e instanceof BundleException ? e.getMessage() : e.toString()));
        throw e;
      }
    }
  }

  /**
   * Makes what an alias names another bundle on this node: the models that it names are swapped.
   * {@link #storeAlias} then makes it permanent.
   *
   * @throws BundleException with the reason why the alias was not moved
   */
  public void moveAlias(String alias, String bundle) {
    ModelsFolder.checkName(alias);
    if (names().contains(alias)) {
      throw new BundleException(
          "'" + alias + "' is a bundle of the models folder: choose another alias");
    }
    folders.hide(() -> ModelBundle.open(folder, bundle));
    if (current(alias).isPresent()) {
      swap(alias, bundle);
    }
  }

  /** Stores an alias, in SolrCloud for all nodes. */
  public void storeAlias(String alias, String bundle) {
    aliases.set(alias, bundle);
  }

  /**
   * Checks that an alias can be removed, and closes what is open under it on this node.
   *
   * @throws BundleException naming the cores whose configuration names it
   */
  public void closeAlias(String alias) {
    if (!aliases.all().containsKey(alias)) {
      throw new BundleException(
          "there is no alias '" + alias + "'; there are: " + aliases.all().keySet());
    }
    if (current(alias).isPresent()) {
      registry.unload(alias);
    }
  }

  /** Removes an alias, in SolrCloud for all nodes. */
  public void removeAlias(String alias) {
    aliases.remove(alias);
  }

  /** The bundles by alias, sorted. */
  public Map<String, String> aliases() {
    return aliases.all();
  }

  /**
   * Puts a bundle into the models folder. Where a bundle of this name is open, directly or by an
   * alias, the new one is swapped in; if that fails, the folder has the former one again.
   *
   * @param zip the files of the bundle
   * @throws BundleException with the reason why nothing was changed
   */
  public void install(String name, InputStream zip) {
    ModelsFolder.checkName(name);
    if (aliases.all().containsKey(name)) {
      throw new BundleException("'" + name + "' is an alias: give the bundle another name");
    }
    install(name, InstalledBundle.zip(zip));
  }

  /**
   * Edits a label of a bundle, and swaps the new version in where the bundle is open.
   *
   * @param name the bundle, or an alias
   * @param from digest of the bundle before the edit: an edit of another version is refused
   * @throws BundleException with the reason why nothing was changed
   */
  public synchronized void edit(String name, ConceptEdit edit, String from) {
    String bundle = aliases.bundle(name);
    ModelBundle former = folders.hide(() -> ModelBundle.open(folder, bundle));
    if (former.digest().equals(from)) {
      install(bundle, target -> EditedBundle.write(former, edit, target));
    } else if (EditedBundle.isResult(former, edit, from)) {
      // nodes may share the folder: then another one has edited it
      swapAll(bundle);
    } else {
      throw new BundleException(
          "bundle '"
              + bundle
              + "' has the digest "
              + former.digest()
              + ", the edit is for "
              + from
              + ": upload the same bundle to all nodes, then edit it");
    }
  }

  /** The digest of the bundle in the models folder that a name or alias stands for. */
  public String digest(String name) {
    return folders.hide(() -> ModelBundle.open(folder, aliases.bundle(name)).digest());
  }

  private synchronized void install(String name, InstalledBundle.Source source) {
    folders.hide(
        () -> {
          try {
            new InstalledBundle(folder, name).install(source, () -> swapAll(name));
          } catch (IOException e) {
            throw new BundleException("cannot put bundle '" + name + "' into its place: " + e, e);
          }
          return name;
        });
  }

  private void swapAll(String bundle) {
    open().stream()
        .map(OpenModel::name)
        .filter(name -> aliases.bundle(name).equals(bundle))
        .forEach(this::swap);
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

  /**
   * The memory of an open model.
   *
   * @throws BundleException if the model is not open, or its method has no memory
   */
  public ActMemory memory(String name) {
    Model model =
        current(name)
            .orElseThrow(
                () ->
                    new BundleException(
                        "model '" + name + "' is not open: load it first (action=load)"));
    return model
        .memory()
        .orElseThrow(
            () ->
                new BundleException(
                    "model '"
                        + model.id()
                        + "' (method '"
                        + model.manifest().method()
                        + "') has no memory: use one of the method 'neighbours', or an ensemble"
                        + " with such a member"));
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
    memories.close();
  }
}
