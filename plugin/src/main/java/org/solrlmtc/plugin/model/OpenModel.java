package org.solrlmtc.plugin.model;

import java.util.List;
import java.util.Optional;

/**
 * The state of an open model.
 *
 * @param name the name that configurations and requests use: of the bundle, or an alias
 * @param model the version that new requests get
 * @param cores the names of the cores that hold it
 * @param lastFailure the reason of the last failed swap, if any
 */
public record OpenModel(
    String name,
    Model model,
    ModelMetrics metrics,
    boolean swapping,
    List<String> cores,
    Optional<String> lastFailure) {}
