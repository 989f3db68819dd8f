package org.solrlmtc.training.neural.tensor;

import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.execution.TrainingException;

/** The native library that trains networks. An installation may lack it, as it is large. */
public final class LibTorch {
  private LibTorch() {}

  /**
   * Checks that the library for this platform is on the class path, without loading it.
   *
   * @throws TrainingException with the way out
   */
  public static void require() {
    if (Stream.of("", "-gpu").noneMatch(LibTorch::isThere)) {
      throw new TrainingException(
          "training a network needs LibTorch, which this installation does not have for "
              + Loader.getPlatform()
              + ": use ./lmtc of the source code, which downloads it; all other commands, and the"
              + " recipes of linear models, need none");
    }
  }

  private static boolean isThere(String extension) {
    String file = System.mapLibraryName("jnitorch");
    return Tensor.class.getResource(
            "/org/bytedeco/pytorch/" + Loader.getPlatform() + extension + "/" + file)
        != null;
  }
}
