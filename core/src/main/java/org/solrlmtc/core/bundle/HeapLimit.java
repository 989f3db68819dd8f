package org.solrlmtc.core.bundle;

import java.nio.file.Path;

/**
 * Limits the part of the Java heap that the files of a bundle may take. A server that runs out of
 * heap exits, and with it the model that serves while a new bundle is opened.
 */
public final class HeapLimit {
  private static final String WAY_OUT =
      "; use a smaller model, or give Java more memory (-Xmx, or --heap of ./lmtc start)";

  private HeapLimit() {}

  /** Half of the heap: the rest is for everything else that the process does. */
  private static long limit() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  /**
   * Refuses an allocation above the limit.
   *
   * @param of what the bytes are for
   * @throws BundleException if it is too large
   */
  public static void check(long bytes, String of) {
    if (bytes > limit()) {
      throw new BundleException(
          "the Java heap of " + megabytes() + " MB is too small for " + of + WAY_OUT);
    }
  }

  /**
   * Refuses a file before it is read.
   *
   * @param bytes the size of the file, or of all files of its kind up to it
   * @param heapFactor maximum heap bytes per byte of such a file
   * @throws BundleException naming the file
   */
  public static void check(Path file, long bytes, int heapFactor) {
    long maxBytes = limit() / heapFactor;
    if (bytes > maxBytes) {
      throw new BundleException(
          file
              + " is too large for the Java heap of "
              + megabytes()
              + " MB: such files may have "
              + maxBytes
              + " bytes in a bundle"
              + WAY_OUT);
    }
  }

  private static long megabytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }
}
