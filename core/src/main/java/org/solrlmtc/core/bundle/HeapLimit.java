package org.solrlmtc.core.bundle;

import java.nio.file.Path;

/**
 * What a bundle's files may take of Java's memory. A server ends itself when that is used up, and
 * with it the model that goes on while a new bundle is tried.
 */
public final class HeapLimit {
  private static final String WAY_OUT =
      "; use a smaller model, or give Java more memory (-Xmx, or --heap of ./lmtc start)";

  private HeapLimit() {}

  /** Half of it: the rest is for all else that the process does. */
  private static long room() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  /**
   * Refuses to allocate more than there is room for.
   *
   * @param of what the bytes are for
   * @throws BundleException telling so
   */
  public static void check(long bytes, String of) {
    if (bytes > room()) {
      throw new BundleException(
          "Java's memory of " + megabytes() + " MB is too small for " + of + WAY_OUT);
    }
  }

  /**
   * Refuses a file before it is read.
   *
   * @param bytes the size of the file, or of all files of its kind up to it
   * @param growth how many times its size a file of this kind takes in memory, at most
   * @throws BundleException naming the file
   */
  public static void check(Path file, long bytes, int growth) {
    long most = room() / growth;
    if (bytes > most) {
      throw new BundleException(
          file
              + " is too large for Java's memory of "
              + megabytes()
              + " MB: such files may have "
              + most
              + " bytes in a bundle"
              + WAY_OUT);
    }
  }

  private static long megabytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }
}
