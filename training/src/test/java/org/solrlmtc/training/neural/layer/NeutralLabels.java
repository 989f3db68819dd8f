package org.solrlmtc.training.neural.layer;

import java.util.stream.IntStream;
import org.solrlmtc.training.TinyData;
import org.solrlmtc.training.neural.tensor.Torch;

/** Labels for heads without training data. */
public final class NeutralLabels {
  private NeutralLabels() {}

  /** Labels of {@link TinyData#thesaurus} with an initial bias of 0. */
  public static HeadContext context(Torch torch, int labels) {
    return new HeadContext(
        torch,
        IntStream.range(0, labels).mapToObj(i -> "c" + i).toList(),
        TinyData.thesaurus(labels),
        new float[labels],
        text -> new double[0][]);
  }
}
