package org.solrlmtc.readers.act.source;

/**
 * Limits above which an input counts as damaged.
 *
 * @param maxActBytes the size of one act's record (its line or its file, uncompressed)
 * @param maxArchiveEntries the number of entries in one zip
 * @param maxExpansion how many times its own size a gzip or zip may expand to; real acts compress
 *     to a tenth, so a larger factor means a decompression bomb. The first 64 MB are always allowed
 */
public record ReadLimits(int maxActBytes, int maxArchiveEntries, int maxExpansion) {

  /** 20 MB per act (the largest act of EURLEX57K is far below 1 MB), 500,000 entries, 200 times. */
  public static final ReadLimits DEFAULT = new ReadLimits(20_000_000, 500_000, 200);

  public ReadLimits {
    requirePositive(maxActBytes, "maxActBytes");
    requirePositive(maxArchiveEntries, "maxArchiveEntries");
    requirePositive(maxExpansion, "maxExpansion");
  }

  private static void requirePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
  }
}
