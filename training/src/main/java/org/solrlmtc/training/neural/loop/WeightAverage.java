package org.solrlmtc.training.neural.loop;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * An average of the weights over many steps (EMA or SWA), which is often better than the last
 * state.
 */
final class WeightAverage {
  /** Steps between updates of the average: the result is nearly the same at a lower cost. */
  private static final int EVERY = 10;

  private final Schedule schedule;
  private final long firstStep;
  private final List<Parameter> parameters;
  private final List<Tensor> means = new ArrayList<>();

  /**
   * @param stepsPerEpoch to know when the last epochs begin
   */
  WeightAverage(Schedule schedule, long stepsPerEpoch, List<Parameter> parameters) {
    this.schedule = schedule;
    this.parameters = parameters;
    this.firstStep =
        switch (schedule.weightAveraging()) {
          case NONE -> Long.MAX_VALUE;
          case EMA -> 0;
          case SWA -> (schedule.epochs() - schedule.swaEpochs()) * stepsPerEpoch;
        };
    if (schedule.weightAveraging() != Schedule.WeightAveraging.NONE) {
      parameters.forEach(parameter -> means.add(parameter.value().clone()));
    }
  }

  /** The averages, in the order of the parameters; empty without averaging. */
  List<Tensor> means() {
    return means;
  }

  /** Whether there is an average after a number of steps. */
  boolean started(long steps) {
    return steps > firstStep;
  }

  /** Adds the weights of a step to the average. */
  void add(long step) {
    if (step < firstStep || (step - firstStep) % EVERY != 0) {
      return;
    }
    long seen = (step - firstStep) / EVERY;
    double share = 1.0 / (seen + 1);
    if (schedule.weightAveraging() == Schedule.WeightAveraging.EMA) {
      share = Math.max(1 - StrictMath.pow(schedule.emaDecay(), EVERY), share);
    }
    for (int i = 0; i < means.size(); i++) {
      means.get(i).lerp_(parameters.get(i).value(), Torch.scalar(share));
    }
  }

  /** Swaps the weights and their average. */
  void swap() {
    for (int i = 0; i < means.size(); i++) {
      Tensor value = parameters.get(i).value();
      Tensor kept = value.clone();
      value.copy_(means.get(i));
      means.get(i).copy_(kept);
    }
  }
}
