package org.solrlmtc.plugin.model;

import java.util.List;
import java.util.Optional;

/**
 * What is known of an open model.
 *
 * @param model the version that new requests get
 * @param cores the names of the cores that hold it
 * @param lastFailure why the last swap failed, if it did
 */
public record OpenModel(
    Model model,
    ModelMetrics metrics,
    boolean swapping,
    List<String> cores,
    Optional<String> lastFailure) {}
