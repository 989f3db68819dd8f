package org.solrlmtc.plugin.model;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.metrics.SolrMetricManager;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;

/**
 * Which models are open, who holds them, and which version new requests get. Thread-safe. Nothing
 * is opened or closed under its lock.
 */
final class ModelRegistry {
  private static final NumberProperty OPENED_BY_READERS =
      new NumberProperty("lmtc.models.openedByReaders", 2, 0, 10_000);

  private final SolrMetricManager metricManager;
  private final int maxOpenedByReaders = OPENED_BY_READERS.read();
  private final Map<String, ModelSlot> slots = new LinkedHashMap<>();

  /** Of every model that has a slot or an open version, by its name. */
  private final Map<String, ModelMetrics> shownMetrics = new HashMap<>();

  private boolean closed;

  ModelRegistry(SolrMetricManager metricManager) {
    this.metricManager = metricManager;
  }

  /**
   * Registers a core as a holder of a model, which need not be open yet.
   *
   * @throws SolrException when readers have opened as many models as they may
   */
  synchronized ModelSlot hold(String name, CoreModels holder, Hold hold) {
    if (closed) {
      throw new BundleException("the node is shutting down: models are no longer available");
    }
    if (hold.reason() == HoldReason.ASKED_FOR && !slots.containsKey(name)) {
      checkRoomForReaders(name);
    }
    ModelSlot slot = slots.computeIfAbsent(name, any -> new ModelSlot(any, showMetrics(any)));
    slot.holders.merge(holder, hold, Hold::and);
    return slot;
  }

  /** Else whoever may read could fill the memory, with one bundle after the other. */
  private void checkRoomForReaders(String name) {
    List<String> openedByReaders =
        slots.values().stream()
            .filter(ModelSlot::isHeldByReadersOnly)
            .map(slot -> slot.name)
            .toList();
    if (openedByReaders.size() >= maxOpenedByReaders) {
      throw new SolrException(
          ErrorCode.CONFLICT,
          "model '"
              + name
              + "' is not open, and requests that may only read have opened "
              + openedByReaders
              + ", as many as the system property "
              + OPENED_BY_READERS.name()
              + "="
              + maxOpenedByReaders
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

  synchronized boolean isOpen(ModelSlot slot) {
    return slot.current.isPresent();
  }

  /**
   * Makes a version the one that new requests get, and retires the former one.
   *
   * @throws BundleException when that is not possible; the version is retired then
   */
  void publish(ModelSlot slot, Model version) {
    Optional<Model> unused = Optional.of(version);
    Optional<String> refusal;
    synchronized (this) {
      refusal =
          slots.get(slot.name) != slot
              ? Optional.of("model '" + slot.name + "' was unloaded while it was opened")
              // a first version is checked by every core that holds it
              : slot.current.flatMap(former -> slot.whyUnfit(version));
      if (refusal.isEmpty()) {
        unused = slot.current;
        slot.current = Optional.of(version);
      }
    }
    unused.ifPresent(Model::retire);
    if (refusal.isPresent()) {
      throw new BundleException(refusal.get());
    }
  }

  /**
   * Checks that a core can use the version that serves.
   *
   * @throws BundleException telling why it cannot
   */
  synchronized void checkFit(ModelSlot slot, CoreModels holder) {
    Hold hold = slot.holders.get(holder);
    if (hold != null) {
      slot.current
          .flatMap(model -> hold.whyUnfit(model, holder.coreName()))
          .ifPresent(
              problem -> {
                throw new BundleException(problem);
              });
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

  synchronized void markSwap(ModelSlot slot, boolean swapping, Optional<String> lastFailure) {
    slot.swapping = swapping;
    slot.lastFailure = lastFailure;
  }

  /**
   * @throws BundleException naming the open models when this one is not
   */
  synchronized ModelSlot openSlot(String name) {
    ModelSlot slot = slots.get(name);
    if (slot == null || slot.current.isEmpty()) {
      throw new BundleException(
          "model '"
              + name
              + "' is not open on this node; open are: "
              + open().stream().map(open -> open.model().manifest().name()).toList());
    }
    return slot;
  }

  /** The open models, in the order they were opened. */
  synchronized List<OpenModel> open() {
    return slots.values().stream().flatMap(slot -> slot.describe().stream()).toList();
  }

  /**
   * Closes a model once the requests that use it have ended.
   *
   * @throws BundleException naming the cores whose configuration names it
   */
  void unload(String name) {
    ModelSlot slot;
    synchronized (this) {
      slot = openSlot(name);
      List<String> configuredBy = slot.configuredBy();
      if (!configuredBy.isEmpty()) {
        throw new BundleException(
            "model '"
                + name
                + "' is named by the configuration of the cores "
                + configuredBy
                + ": configure another model there first");
      }
      slots.remove(name);
    }
    end(slot);
  }

  private void end(ModelSlot slot) {
    slot.current.ifPresent(Model::retire);
    hideMetricsIfUnused(slot.name);
  }

  /** Ends all that a core holds. */
  void release(CoreModels holder) {
    List<ModelSlot> held;
    synchronized (this) {
      held = List.copyOf(slots.values());
    }
    held.forEach(slot -> release(slot, holder));
  }

  /** A model that no core holds any more is closed. */
  void release(ModelSlot slot, CoreModels holder) {
    synchronized (this) {
      slot.holders.remove(holder);
      if (!slot.holders.isEmpty() || !slots.remove(slot.name, slot)) {
        return;
      }
    }
    end(slot);
  }

  void close() {
    List<ModelSlot> left;
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
