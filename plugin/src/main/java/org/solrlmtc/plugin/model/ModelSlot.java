package org.solrlmtc.plugin.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model of a node by its name, whatever its version. Guarded by the registry. */
final class ModelSlot {
  final String name;
  final ModelMetrics metrics;

  /** The cores that hold it, and why. */
  final Map<CoreModels, Hold> holders = new LinkedHashMap<>();

  /** Whoever opens a version holds this, and not the registry's lock. */
  final Object opening = new Object();

  /** Empty until the first version is open. */
  Optional<Model> current = Optional.empty();

  /**
   * For those who waited while another request tried; whoever comes later has a new slot. Guarded
   * by {@link #opening}.
   */
  Optional<RuntimeException> openingFailed = Optional.empty();

  boolean swapping;
  Optional<String> lastFailure = Optional.empty();

  ModelSlot(String name, ModelMetrics metrics) {
    this.name = name;
    this.metrics = metrics;
  }

  boolean isHeldByReadersOnly() {
    return holders.values().stream().allMatch(hold -> hold.reason() == HoldReason.ASKED_FOR);
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
  Optional<String> whyUnfit(Model version) {
    return holders.entrySet().stream()
        .flatMap(holder -> holder.getValue().whyUnfit(version, holder.getKey().coreName()).stream())
        .findFirst();
  }

  /** Empty while no version is open. */
  Optional<OpenModel> describe() {
    return current.map(
        model ->
            new OpenModel(
                model,
                metrics,
                swapping,
                holders.keySet().stream().map(CoreModels::coreName).distinct().sorted().toList(),
                lastFailure));
  }
}
