package org.solrlmtc.training.neural.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;

class TestWeightAverage {
  private static final int STEPS_PER_EPOCH = 100;

  private final Torch torch = new Torch(Torch.DeviceChoice.CPU, 1, note -> {});
  private final Parameter parameter = new Parameter("p", torch.zeros(1));

  @Test
  void swaIsTheMeanOfTheLastEpochs() {
    WeightAverage average = average(Map.of("epochs", 4, "weightAveraging", "swa", "swaEpochs", 2));
    train(average, 400);
    assertFalse(average.started(200));
    assertTrue(average.started(201));
    average.swap();
    // weights of steps 200, 210, ..., 390
    assertEquals(295, value(), 1e-3);
    average.swap();
    assertEquals(399, value(), 1e-3);
  }

  @Test
  void emaDecaysEarlyWeights() {
    WeightAverage average = average(Map.of("epochs", 4, "weightAveraging", "ema", "emaDecay", 0.9));
    train(average, 400);
    average.swap();
    double left = Math.pow(0.9, 10);
    assertEquals(390 - 10 * left / (1 - left), value(), 0.1);
  }

  @Test
  void thereIsNoAveragingByDefault() {
    WeightAverage average = average(Map.of());
    train(average, 20);
    assertFalse(average.started(2000));
    assertTrue(average.means().isEmpty());
  }

  /** The weight is the number of the step. */
  private void train(WeightAverage average, int steps) {
    for (int step = 0; step < steps; step++) {
      parameter.value().fill_(Torch.scalar(step));
      average.add(step);
    }
  }

  private double value() {
    return parameter.value().item_float();
  }

  private WeightAverage average(Map<String, Object> schedule) {
    return new WeightAverage(
        Schedule.read(new Settings("test", schedule)), STEPS_PER_EPOCH, List.of(parameter));
  }
}
