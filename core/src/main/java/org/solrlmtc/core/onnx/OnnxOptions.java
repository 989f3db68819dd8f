package org.solrlmtc.core.onnx;

import org.solrlmtc.core.bundle.BundleException;

/**
 * How this process runs networks; no property of a model. Set by the system properties {@value
 * #DEVICE}, {@value #THREADS} and {@value #BATCH}.
 *
 * @param threads how many threads compute one batch; 0 for as many as there are cores
 * @param batch at most this many acts are computed at once
 */
public record OnnxOptions(Device device, int threads, int batch) {
  public static final String DEVICE = "lmtc.onnx.device";
  public static final String THREADS = "lmtc.onnx.threads";
  public static final String BATCH = "lmtc.onnx.batch";

  private static final int MOST_THREADS = 1024;
  private static final int MOST_ACTS = 1024;

  public OnnxOptions {
    check(THREADS, threads, 0, MOST_THREADS);
    check(BATCH, batch, 1, MOST_ACTS);
  }

  /**
   * The options this process was started with.
   *
   * @throws BundleException naming the property that is wrong
   */
  public static OnnxOptions ofThisProcess() {
    try {
      return new OnnxOptions(
          Device.parse(System.getProperty(DEVICE, "auto")), number(THREADS, 0), number(BATCH, 4));
    } catch (IllegalArgumentException e) {
      throw new BundleException("in the system properties, " + e.getMessage(), e);
    }
  }

  private static int number(String property, int byDefault) {
    String value = System.getProperty(property);
    try {
      return value == null ? byDefault : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(property + " must be a number, not '" + value + "'", e);
    }
  }

  private static void check(String property, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          property + " must be between " + least + " and " + most + ", not " + value);
    }
  }
}
