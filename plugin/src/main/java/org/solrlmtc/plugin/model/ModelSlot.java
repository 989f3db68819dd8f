package org.solrlmtc.plugin.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model of a node over all its versions. Guarded by the registry's lock. */
final class ModelSlot {
  final String name;
  final ModelMetrics metrics;

  /** The cores that hold it, with their requirements. */
  final Map<CoreModels, Hold> holders = new LinkedHashMap<>();

  /** The lock for opening a version, which takes too long for the registry's lock. */
  final Object opening = new Object();

  /** Empty until the first version is open. */
  Optional<Model> current = Optional.empty();

  /**
   * Why the first version could not be opened, for requests that waited for it. Later requests get
   * a new slot. Guarded by {@link #opening}.
   */
  Optional<RuntimeException> openingFailed = Optional.empty();

  boolean swapping;
  Optional<String> lastFailure = Optional.empty();

  ModelSlot(String name, ModelMetrics metrics) {
    this.name = name;
    this.metrics = metrics;
  }

  boolean isOpenOnDemandOnly() {
    return holders.values().stream().allMatch(hold -> hold.reason() == HoldReason.ON_DEMAND);
  }

  /** The cores whose configuration names the model. */
  List<String> configuredBy() {
    return holders.entrySet().stream()
        .filter(holder -> holder.getValue().reason() == HoldReason.CONFIGURED)
        .map(holder -> holder.getKey().coreName())
        .distinct()
        .toList();
  }

  /** Why one of the cores cannot use a version; empty when all can. */
  Optional<String> incompatibility(Model version) {
    return holders.entrySet().stream()
        .flatMap(
            holder ->
                holder.getValue().incompatibility(version, holder.getKey().coreName()).stream())
        .findFirst();
  }

  /** Empty while no version is open. */
  Optional<OpenModel> describe() {
    return current.map(
        model ->
            new OpenModel(
                name,
                model,
                metrics,
                swapping,
                holders.keySet().stream().map(CoreModels::coreName).distinct().sorted().toList(),
                lastFailure));
  }
}
