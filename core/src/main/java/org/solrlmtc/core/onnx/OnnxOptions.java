package org.solrlmtc.core.onnx;

import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;

/**
 * How this process runs networks; no property of a model. Set by system properties.
 *
 * @param threads how many threads compute one batch; 0 for as many as there are cores. Batches are
 *     computed side by side, so one is best unless a single client waits
 * @param batch at most this many acts are computed at once; 0 for {@value #GPU_BATCH} on a GPU, and
 *     else {@value #CPU_BATCH}: more no longer gain a processor anything
 * @param gpuMegabytes how much memory of the GPU a network may take; 0 for all there is
 * @param openSeconds how long it may take until a network is open and has scored a first word
 */
public record OnnxOptions(
    Device device, int threads, int batch, Arena arena, int gpuMegabytes, int openSeconds) {
  public static final String DEVICE = "lmtc.onnx.device";
  public static final String ARENA = "lmtc.onnx.arena";
  private static final int GPU_BATCH = 16;
  private static final int CPU_BATCH = 4;

  private static final NumberProperty THREADS = new NumberProperty("lmtc.onnx.threads", 1, 0, 1024);
  private static final NumberProperty BATCH = new NumberProperty("lmtc.onnx.batch", 0, 0, 1024);
  private static final NumberProperty GPU_MEGABYTES =
      new NumberProperty("lmtc.onnx.gpuMegabytes", 0, 0, Integer.MAX_VALUE);

  static final NumberProperty OPEN_SECONDS =
      new NumberProperty("lmtc.onnx.openSeconds", 120, 1, 86_400);

  public OnnxOptions {
    THREADS.check(threads);
    BATCH.check(batch);
    GPU_MEGABYTES.check(gpuMegabytes);
    OPEN_SECONDS.check(openSeconds);
  }

  /** Memory and time as they are by default. */
  public OnnxOptions(Device device, int threads, int batch) {
    this(device, threads, batch, Arena.KEEP, GPU_MEGABYTES.byDefault(), OPEN_SECONDS.byDefault());
  }

  /** How many acts are computed at once on a device. */
  int batchOn(String device) {
    if (batch > 0) {
      return batch;
    }
    return device.equals("cpu") ? CPU_BATCH : GPU_BATCH;
  }

  /**
   * The options this process was started with.
   *
   * @throws BundleException naming the property that is wrong
   */
  public static OnnxOptions ofThisProcess() {
    try {
      return new OnnxOptions(
          Device.parse(System.getProperty(DEVICE, "auto")),
          THREADS.read(),
          BATCH.read(),
          Arena.parse(System.getProperty(ARENA, "keep")),
          GPU_MEGABYTES.read(),
          OPEN_SECONDS.read());
    } catch (IllegalArgumentException e) {
      throw new BundleException("in the system properties, " + e.getMessage(), e);
    }
  }
}
