package org.solrlmtc.training.neural;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Parameters as strong as those of a network that has learnt: flat attention hides mistakes. */
final class Sharpened {
  private Sharpened() {}

  static void sharpen(Torch torch, List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      Tensor value = parameter.value();
      value.copy_(torch.normal(0.7, value.numel()).view_as(value));
    }
  }
}
