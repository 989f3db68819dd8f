package org.solrlmtc.training.neural.loop;

import java.util.List;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;

/** The Adam optimiser (lazy Adam): only rows that have a gradient are updated. */
public final class Adam {
  private static final double MEAN_DECAY = 0.9;
  private static final double SQUARE_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  private final Torch device;
  private final double gradientClip;

  /**
   * @param gradientClip gradient clipping by value
   */
  public Adam(Torch device, double gradientClip) {
    this.device = device;
    this.gradientClip = gradientClip;
  }

  /**
   * Updates the parameters and clears their gradients.
   *
   * @param step counted from 1
   */
  public void step(List<Parameter> parameters, double learningRate, long step) {
    double meanCorrection = 1 - StrictMath.pow(MEAN_DECAY, (double) step);
    double squareCorrection = 1 - StrictMath.pow(SQUARE_DECAY, (double) step);
    for (Parameter parameter : parameters) {
      RowSelection rows = parameter.touched(device);
      if (rows.size() == 0) {
        continue;
      }
      Tensor gradient = select(parameter.gradient(), rows);
      gradient.clamp_(
          new ScalarOptional(Torch.scalar(-gradientClip)),
          new ScalarOptional(Torch.scalar(gradientClip)));
      Tensor mean = select(parameter.mean(), rows);
      mean.mul_(Torch.scalar(MEAN_DECAY)).add_(gradient, Torch.scalar(1 - MEAN_DECAY));
      Tensor square = select(parameter.square(), rows);
      square
          .mul_(Torch.scalar(SQUARE_DECAY))
          .addcmul_(gradient, gradient, Torch.scalar(1 - SQUARE_DECAY));
      Tensor divisor =
          square
              .sqrt()
              .mul_(Torch.scalar(1 / Math.sqrt(squareCorrection)))
              .add_(Torch.scalar(EPSILON));
      Tensor value = select(parameter.value(), rows);
      value.addcdiv_(mean, divisor, Torch.scalar(-learningRate / meanCorrection));
      if (!rows.all()) {
        parameter.mean().index_copy_(0, rows.tensor(), mean);
        parameter.square().index_copy_(0, rows.tensor(), square);
        parameter.value().index_copy_(0, rows.tensor(), value);
      }
      parameter.clear(rows);
    }
  }

  private static Tensor select(Tensor tensor, RowSelection rows) {
    return rows.all() ? tensor : tensor.index_select(0, rows.tensor());
  }
}
