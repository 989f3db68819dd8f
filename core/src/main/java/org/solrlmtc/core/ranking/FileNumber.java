package org.solrlmtc.core.ranking;

import java.nio.file.Path;
import org.solrlmtc.core.bundle.BundleException;

/** Checks the numbers that the files of a ranking hold, which may be damaged. */
final class FileNumber {
  private FileNumber() {}

  /**
   * Refuses a number that cannot be right.
   *
   * @throws BundleException naming the file
   */
  static int check(Path file, String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new BundleException(
          file
              + " is damaged: "
              + what
              + ": "
              + value
              + " is not between "
              + min
              + " and "
              + max
              + "; copy the bundle again");
    }
    return value;
  }
}
