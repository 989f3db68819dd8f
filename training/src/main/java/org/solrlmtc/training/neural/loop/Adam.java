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
  private final double weightDecay;
  private final long stepsPerEpoch;

  /**
   * @param settings gradient clipping and weight decay
   * @param stepsPerEpoch to know when the training of a parameter group starts
   */
  public Adam(Torch device, OptimiserSettings settings, long stepsPerEpoch) {
    this.device = device;
    this.gradientClip = settings.gradientClip();
    this.weightDecay = settings.weightDecay();
    this.stepsPerEpoch = stepsPerEpoch;
  }

  /**
   * Updates the parameters and clears their gradients.
   *
   * @param step counted from 1
   */
  public void step(List<Parameter> parameters, double learningRate, long step) {
    for (Parameter parameter : parameters) {
      long ownStep = step - parameter.group().startStep(stepsPerEpoch);
      RowSelection rows = parameter.touched(device);
      if (rows.size() == 0) {
        continue;
      }
      double rate = learningRate * parameter.group().rateFactor();
      double meanCorrection = 1 - StrictMath.pow(MEAN_DECAY, (double) ownStep);
      double squareCorrection = 1 - StrictMath.pow(SQUARE_DECAY, (double) ownStep);
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
      if (weightDecay > 0 && value.dim() > 1) {
        // decoupled from the gradient (AdamW); biases and normalisations are not decayed
        value.mul_(Torch.scalar(1 - rate * weightDecay));
      }
      value.addcdiv_(mean, divisor, Torch.scalar(-rate / meanCorrection));
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
