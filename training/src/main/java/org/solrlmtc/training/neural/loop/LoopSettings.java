package org.solrlmtc.training.neural.loop;

import org.solrlmtc.training.neural.layer.Dropout;
import org.solrlmtc.training.neural.loss.Loss;

/**
 * How a network is trained.
 *
 * @param seed random seed
 */
public record LoopSettings(
    Dropout dropout,
    LabelSampling labels,
    Loss loss,
    OptimiserSettings optimiser,
    Schedule schedule,
    int seed) {}
