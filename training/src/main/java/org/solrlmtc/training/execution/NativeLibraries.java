package org.solrlmtc.training.execution;

import java.util.stream.Stream;

/** Large native libraries that only some trainings need. An installation may lack them. */
public final class NativeLibraries {
  private NativeLibraries() {}

  /**
   * Checks that a library is on the class path, without loading it.
   *
   * @param task what needs the library
   * @param resources absolute names, of which it has one
   * @throws TrainingException with the way out
   */
  public static void require(String library, String task, String... resources) {
    if (Stream.of(resources)
        .allMatch(resource -> NativeLibraries.class.getResource(resource) == null)) {
      throw new TrainingException(
          task
              + " needs "
              + library
              + ", which this installation does not have: use ./lmtc of the source code, which"
              + " downloads it");
    }
  }
}
