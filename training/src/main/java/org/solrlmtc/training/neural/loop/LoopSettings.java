package org.solrlmtc.training.neural.loop;

import org.solrlmtc.training.neural.layer.Dropout;

/**
 * How a network is trained.
 *
 * @param seed random seed
 */
public record LoopSettings(
    Dropout dropout,
    LabelSampling labels,
    OptimiserSettings optimiser,
    Schedule schedule,
    int seed) {}
