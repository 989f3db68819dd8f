package org.solrlmtc.plugin;

import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.metrics.SolrMetricManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.ModelsFolder;
import org.solrlmtc.core.bundle.NumberProperty;

/**
 * The models that a node has open: each once, however many cores use it. Cores hold a model open,
 * requests hold one version of it. Opening and swapping happen outside of the lock, so that they
 * keep nobody else from working.
 */
final class NodeModels implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  /** System property that names the folder of model bundles. */
  static final String FOLDER_PROPERTY = "lmtc.models.dir";

  private static final NumberProperty OPENED_BY_READERS =
      new NumberProperty("lmtc.models.openedByReaders", 2, 0, 10_000);

  private final Path folder;
  private final SolrMetricManager metricManager;
  private final int mostOpenedByReaders = OPENED_BY_READERS.read();
  private final Map<String, Slot> slots = new LinkedHashMap<>();

  /** Of every model that has a slot or an open version, by its name. */
  private final Map<String, ModelMetrics> shownMetrics = new HashMap<>();

  private boolean closed;

  /** Why a core holds a model open. A later one counts for more. */
  enum Reason {
    /** A request that may only read named it. */
    ASKED_FOR,
    /** Somebody who may edit the configuration loaded it. */
    LOADED,
    /** The core's configuration names it. */
    CONFIGURED
  }

  /** A model by its name, whatever its version. Guarded by the registry, except for opening. */
  private static final class Slot {
    final String name;
    final ModelMetrics metrics;

    /** The cores that hold it, and why. */
    final Map<CoreModels, Reason> holders = new LinkedHashMap<>();

    /** Whoever opens a version holds this. */
    final Object opening = new Object();

    /** Empty until the first version is open. */
    Optional<Model> current = Optional.empty();

    /** For those who waited while another request tried; whoever comes later has a new slot. */
    Optional<RuntimeException> openingFailed = Optional.empty();

    boolean swapping;
    Optional<String> lastFailure = Optional.empty();

    Slot(String name, ModelMetrics metrics) {
      this.name = name;
      this.metrics = metrics;
    }
  }

  /**
   * What is known of an open model.
   *
   * @param cores the names of the cores that hold it
   * @param lastFailure why the last swap failed, if it did
   */
  record Status(
      Model model,
      ModelMetrics metrics,
      boolean swapping,
      List<String> cores,
      Optional<String> lastFailure) {}

  private NodeModels(CoreContainer node) {
    String configured = System.getProperty(FOLDER_PROPERTY);
    this.folder =
        configured == null
            ? Path.of(node.getSolrHome(), "models")
            : Path.of(node.getSolrHome()).resolve(configured);
    this.metricManager = node.getMetricManager();
  }

  static NodeModels of(CoreContainer node) {
    // by class loader: a core that loads the plugin by itself has classes of its own
    String key =
        NodeModels.class.getName()
            + "@"
            + System.identityHashCode(NodeModels.class.getClassLoader());
    return node.getObjectCache()
        .computeIfAbsent(key, NodeModels.class, any -> new NodeModels(node));
  }

  /**
   * Holds a model open for a core, and opens it if nobody does yet.
   *
   * @throws BundleException when there is no such bundle or it is not usable
   * @throws SolrException when readers have opened as many as they may
   */
  void hold(String name, CoreModels holder, Reason reason) {
    ModelsFolder.checkName(name);
    Slot slot;
    synchronized (this) {
      if (closed) {
        throw new BundleException("the node is shutting down: models are no longer available");
      }
      if (reason == Reason.ASKED_FOR && !slots.containsKey(name)) {
        checkRoomForReaders(name);
      }
      slot = slots.computeIfAbsent(name, any -> new Slot(any, showMetrics(any)));
      slot.holders.merge(holder, reason, BinaryOperator.maxBy(Comparator.naturalOrder()));
    }
    boolean opened = false;
    try {
      open(slot);
      opened = true;
    } finally {
      if (!opened) {
        release(slot, holder);
      }
    }
  }

  /** Else whoever may read could fill the memory, with one bundle after the other. */
  private void checkRoomForReaders(String name) {
    List<String> openedByReaders =
        slots.values().stream()
            .filter(slot -> slot.holders.values().stream().allMatch(Reason.ASKED_FOR::equals))
            .map(slot -> slot.name)
            .toList();
    if (openedByReaders.size() >= mostOpenedByReaders) {
      throw new SolrException(
          ErrorCode.CONFLICT,
          "model '"
              + name
              + "' is not open, and requests that may only read have opened "
              + openedByReaders
              + ", as many as the system property "
              + OPENED_BY_READERS.name()
              + "="
              + mostOpenedByReaders
              + " allows: POST /lmtc/models?action=load&model="
              + name
              + ", or unload one of those, or raise the property");
    }
  }

  private ModelMetrics showMetrics(String name) {
    return shownMetrics.computeIfAbsent(
        name,
        any ->
            new ModelMetrics(
                metricManager, any, () -> current(any), () -> hideMetricsIfUnused(any)));
  }

  /**
   * A model is seen as long as anything of it is open, if only because of a thread that does not
   * stop. Under the lock, so that whoever opens it again at once finds its metrics or makes new
   * ones, and does not lose them.
   */
  private synchronized void hideMetricsIfUnused(String name) {
    ModelMetrics shown = shownMetrics.get(name);
    if (shown != null && !slots.containsKey(name) && shown.openVersions() == 0) {
      shownMetrics.remove(name);
      shown.close();
    }
  }

  private void open(Slot slot) {
    if (isOpen(slot)) {
      // even if it is being swapped: nobody waits for that
      return;
    }
    synchronized (slot.opening) {
      if (isOpen(slot)) {
        return;
      }
      if (slot.openingFailed.isPresent()) {
        throw slot.openingFailed.get();
      }
      try {
        publish(slot, Model.open(folder, slot.name, slot.metrics));
      } catch (RuntimeException e) {
        slot.openingFailed = Optional.of(e);
        throw e;
      }
    }
  }

  private synchronized boolean isOpen(Slot slot) {
    return slot.current.isPresent();
  }

  /** Makes a version the one that new requests get. */
  private void publish(Slot slot, Model model) {
    Optional<Model> old = Optional.of(model);
    boolean held;
    synchronized (this) {
      held = slots.get(slot.name) == slot;
      if (held) {
        old = slot.current;
        slot.current = Optional.of(model);
      }
    }
    old.ifPresent(Model::retire);
    if (!held) {
      throw new BundleException("model '" + slot.name + "' was unloaded while it was opened");
    }
    log.info("model {} is open on {}", model.id(), model.device());
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
                      new BundleException("model '" + name + "' was unloaded just now: try again"));
      Optional<Lease> lease = model.lease();
      if (lease.isPresent()) {
        return lease.get();
      }
    }
  }

  /** The version that new requests get. */
  synchronized Optional<Model> current(String name) {
    return Optional.ofNullable(slots.get(name)).flatMap(slot -> slot.current);
  }

  /** The figures of a held model. */
  synchronized Optional<ModelMetrics> metrics(String name) {
    return Optional.ofNullable(slots.get(name)).map(slot -> slot.metrics);
  }

  /**
   * Opens what is in the model's folder now, and serves it from then on. Requests that began with
   * the former version end with it. When the new one is not usable the old one goes on.
   *
   * @throws BundleException telling why nothing was swapped
   */
  Model swap(String name) {
    Slot slot = openSlot(name);
    synchronized (slot.opening) {
      mark(slot, true, Optional.empty());
      try {
        Model model = Model.open(folder, name, slot.metrics);
        publish(slot, model);
        mark(slot, false, Optional.empty());
        return model;
      } catch (RuntimeException | Error e) {
        mark(
            slot, false, Optional.of(e instanceof BundleException ? e.getMessage() : e.toString()));
        throw e;
      }
    }
  }

  private synchronized void mark(Slot slot, boolean swapping, Optional<String> lastFailure) {
    slot.swapping = swapping;
    slot.lastFailure = lastFailure;
  }

  private synchronized Slot openSlot(String name) {
    Slot slot = slots.get(name);
    if (slot == null || slot.current.isEmpty()) {
      throw new BundleException(
          "model '" + name + "' is not open on this node; open are: " + openNames());
    }
    return slot;
  }

  private List<String> openNames() {
    return slots.values().stream()
        .filter(slot -> slot.current.isPresent())
        .map(slot -> slot.name)
        .toList();
  }

  /**
   * Closes a model once the requests that use it have ended.
   *
   * @throws BundleException naming the cores whose configuration names it
   */
  void unload(String name) {
    Slot slot;
    synchronized (this) {
      slot = openSlot(name);
      List<String> named =
          slot.holders.entrySet().stream()
              .filter(holder -> holder.getValue() == Reason.CONFIGURED)
              .map(holder -> holder.getKey().coreName())
              .distinct()
              .toList();
      if (!named.isEmpty()) {
        throw new BundleException(
            "model '"
                + name
                + "' is named by the configuration of the cores "
                + named
                + ": configure another model there first");
      }
      slots.remove(name);
    }
    end(slot);
  }

  private void end(Slot slot) {
    slot.current.ifPresent(Model::retire);
    hideMetricsIfUnused(slot.name);
  }

  /** Ends all that a core holds. */
  void release(CoreModels holder) {
    List<Slot> held;
    synchronized (this) {
      held = List.copyOf(slots.values());
    }
    held.forEach(slot -> release(slot, holder));
  }

  private void release(Slot slot, CoreModels holder) {
    synchronized (this) {
      slot.holders.remove(holder);
      if (!slot.holders.isEmpty() || !slots.remove(slot.name, slot)) {
        return;
      }
    }
    end(slot);
  }

  /** The open models, in the order they were opened. */
  synchronized List<Status> open() {
    List<Status> open = new ArrayList<>();
    for (Slot slot : slots.values()) {
      slot.current.ifPresent(
          model ->
              open.add(
                  new Status(
                      model,
                      slot.metrics,
                      slot.swapping,
                      slot.holders.keySet().stream()
                          .map(CoreModels::coreName)
                          .distinct()
                          .sorted()
                          .toList(),
                      slot.lastFailure)));
    }
    return open;
  }

  /** Names of all bundles of the models folder, open or not, sorted. */
  List<String> names() {
    return ModelsFolder.names(folder);
  }

  /** With the node, after all cores. */
  @Override
  public void close() {
    List<Slot> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(slots.values());
      slots.clear();
    }
    left.forEach(this::end);
    synchronized (this) {
      shownMetrics.values().forEach(ModelMetrics::close);
      shownMetrics.clear();
    }
  }
}
