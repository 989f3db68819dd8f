package org.solrlmtc.training.neural.layer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;

/** Parameters as large as those of a trained network: flat attention hides errors. */
public final class SharpParameters {
  private SharpParameters() {}

  public static void sharpen(Torch torch, List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      Tensor value = parameter.value();
      value.copy_(torch.normal(0.7, value.numel()).view_as(value));
    }
  }
}
