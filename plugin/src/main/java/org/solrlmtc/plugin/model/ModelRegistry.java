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
 * Records which models are open, which cores hold them, and which version new requests get.
 * Thread-safe. Models are neither opened nor closed under its lock.
 */
final class ModelRegistry {
  private static final NumberProperty MAX_ON_DEMAND =
      new NumberProperty("lmtc.models.maxOnDemand", 2, 0, 10_000);

  private final SolrMetricManager metricManager;
  private final int maxOnDemand = MAX_ON_DEMAND.read();
  private final Map<String, ModelSlot> slots = new LinkedHashMap<>();

  /** By model name, of every model that has a slot or an open version. */
  private final Map<String, ModelMetrics> metricsByName = new HashMap<>();

  private boolean closed;

  ModelRegistry(SolrMetricManager metricManager) {
    this.metricManager = metricManager;
  }

  /**
   * Registers a core as a holder of a model, which need not be open yet.
   *
   * @throws SolrException when the limit of models opened on demand is reached
   */
  synchronized ModelSlot hold(String name, CoreModels holder, Hold hold) {
    if (closed) {
      throw new BundleException("the node is shutting down: models are no longer available");
    }
    if (hold.reason() == HoldReason.ON_DEMAND && !slots.containsKey(name)) {
      checkOnDemandLimit(name);
    }
    ModelSlot slot = slots.computeIfAbsent(name, any -> new ModelSlot(any, registerMetrics(any)));
    slot.holders.merge(holder, hold, Hold::merge);
    return slot;
  }

  /** Without the limit, a user with read permission could fill the memory with open bundles. */
  private void checkOnDemandLimit(String name) {
    List<String> onDemand =
        slots.values().stream()
            .filter(ModelSlot::isOpenOnDemandOnly)
            .map(slot -> slot.name)
            .toList();
    if (onDemand.size() >= maxOnDemand) {
      throw new SolrException(
          ErrorCode.CONFLICT,
          "model '"
              + name
              + "' is not open, and requests have already opened "
              + onDemand
              + ", as many as the system property "
              + MAX_ON_DEMAND.name()
              + "="
              + maxOnDemand
              + " allows: load it with POST /lmtc/models?action=load&model="
              + name
              + ", unload one of those, or raise the property");
    }
  }

  private ModelMetrics registerMetrics(String name) {
    return metricsByName.computeIfAbsent(
        name,
        any ->
            new ModelMetrics(
                metricManager, any, () -> current(any), () -> removeMetricsIfUnused(any)));
  }

  /**
   * Metrics stay as long as a version of the model is open, be it only because of a thread that
   * does not stop. Under the lock, so that a model that is opened again at once either finds its
   * metrics or gets new ones.
   */
  private synchronized void removeMetricsIfUnused(String name) {
    ModelMetrics metrics = metricsByName.get(name);
    if (metrics != null && !slots.containsKey(name) && metrics.openVersions() == 0) {
      metricsByName.remove(name);
      metrics.close();
    }
  }

  synchronized boolean isOpen(ModelSlot slot) {
    return slot.current.isPresent();
  }

  /**
   * Makes a version the one that new requests get, and retires the former one.
   *
   * @throws BundleException when the model was unloaded or a core cannot use the version; the
   *     version is then retired
   */
  void publish(ModelSlot slot, Model version) {
    Optional<Model> unused = Optional.of(version);
    Optional<String> refusal;
    synchronized (this) {
      refusal =
          slots.get(slot.name) != slot
              ? Optional.of("model '" + slot.name + "' was unloaded while it was opened")
              // a first version is checked by every core that holds it
              : slot.current.flatMap(former -> slot.incompatibility(version));
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
   * @throws BundleException with the reason why it cannot
   */
  synchronized void checkCompatible(ModelSlot slot, CoreModels holder) {
    Hold hold = slot.holders.get(holder);
    if (hold != null) {
      slot.current
          .flatMap(model -> hold.incompatibility(model, holder.coreName()))
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

  /** The metrics of a held model. */
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
              + open().stream().map(OpenModel::name).toList());
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
    removeMetricsIfUnused(slot.name);
  }

  /** Releases all models that a core holds. */
  void release(CoreModels holder) {
    List<ModelSlot> held;
    synchronized (this) {
      held = List.copyOf(slots.values());
    }
    held.forEach(slot -> release(slot, holder));
  }

  /** Releases a model for a core, and closes it when no core holds it any more. */
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
    List<ModelSlot> remaining;
    synchronized (this) {
      closed = true;
      remaining = List.copyOf(slots.values());
      slots.clear();
    }
    remaining.forEach(this::end);
    synchronized (this) {
      metricsByName.values().forEach(ModelMetrics::close);
      metricsByName.clear();
    }
  }
}
