package org.solrlmtc.training.neural.tensor;

import org.bytedeco.javacpp.Loader;
import org.solrlmtc.training.execution.NativeLibraries;
import org.solrlmtc.training.execution.TrainingException;

/** The native library that trains networks, before it is loaded. */
public final class LibTorch {
  private LibTorch() {}

  /**
   * Checks that the library for this platform is on the class path.
   *
   * @throws TrainingException with the way out
   */
  public static void require() {
    String file = "/" + System.mapLibraryName("jnitorch");
    String folder = "/org/bytedeco/pytorch/" + Loader.getPlatform();
    NativeLibraries.require(
        "LibTorch", "training a network", folder + file, folder + "-gpu" + file);
  }
}
