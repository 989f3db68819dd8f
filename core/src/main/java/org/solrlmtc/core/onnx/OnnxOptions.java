package org.solrlmtc.core.onnx;

import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.bundle.NumberProperty;

/**
 * How this process runs networks. Set by system properties, independent of the model.
 *
 * @param intraOpThreads number of threads per batch; 0: one per core. Batches run concurrently, so
 *     1 gives the highest throughput; more give a single client lower latency
 * @param maxBatchSize maximum number of acts per batch; 0: {@value #GPU_BATCH_SIZE} on a GPU,
 *     {@value #CPU_BATCH_SIZE} on a CPU, which gains nothing from more
 * @param gpuMegabytes maximum GPU memory of a network; 0: no limit
 * @param maxMegabytes maximum memory of a network's batch off the Java heap, without its weights;
 *     0: no limit
 * @param openTimeoutSeconds maximum time until a network is open and has scored a one-word text
 */
public record OnnxOptions(
    Device device,
    int intraOpThreads,
    int maxBatchSize,
    Arena arena,
    int gpuMegabytes,
    int maxMegabytes,
    int openTimeoutSeconds) {
  public static final String DEVICE = "lmtc.onnx.device";
  public static final String ARENA = "lmtc.onnx.arena";
  private static final int GPU_BATCH_SIZE = 16;
  private static final int CPU_BATCH_SIZE = 4;

  private static final NumberProperty INTRA_OP_THREADS =
      new NumberProperty("lmtc.onnx.intraOpThreads", 1, 0, 1024);
  private static final NumberProperty MAX_BATCH_SIZE =
      new NumberProperty("lmtc.onnx.maxBatchSize", 0, 0, 1024);
  private static final NumberProperty GPU_MEGABYTES =
      new NumberProperty("lmtc.onnx.gpuMegabytes", 0, 0, Integer.MAX_VALUE);

  static final NumberProperty MAX_MEGABYTES =
      new NumberProperty("lmtc.onnx.maxMegabytes", 2048, 0, Integer.MAX_VALUE);

  static final NumberProperty OPEN_TIMEOUT_SECONDS =
      new NumberProperty("lmtc.onnx.openTimeoutSeconds", 120, 1, 86_400);

  public OnnxOptions {
    INTRA_OP_THREADS.check(intraOpThreads);
    MAX_BATCH_SIZE.check(maxBatchSize);
    GPU_MEGABYTES.check(gpuMegabytes);
    MAX_MEGABYTES.check(maxMegabytes);
    OPEN_TIMEOUT_SECONDS.check(openTimeoutSeconds);
  }

  /** Default memory and time limits. */
  public OnnxOptions(Device device, int intraOpThreads, int maxBatchSize) {
    this(
        device,
        intraOpThreads,
        maxBatchSize,
        Arena.KEEP,
        GPU_MEGABYTES.defaultValue(),
        MAX_MEGABYTES.defaultValue(),
        OPEN_TIMEOUT_SECONDS.defaultValue());
  }

  /** Whether a GPU is tried. */
  boolean mayUseGpu() {
    return device.kind() == Device.Kind.CUDA
        || device.kind() == Device.Kind.AUTO && Device.hasGpuDriver();
  }

  /** The maximum batch size on a device. */
  int batchSizeOn(String device) {
    if (maxBatchSize > 0) {
      return maxBatchSize;
    }
    return device.equals("cpu") ? CPU_BATCH_SIZE : GPU_BATCH_SIZE;
  }

  /**
   * The options of this process.
   *
   * @throws BundleException naming the property that is wrong
   */
  public static OnnxOptions ofThisProcess() {
    try {
      return new OnnxOptions(
          Device.parse(System.getProperty(DEVICE, "auto")),
          INTRA_OP_THREADS.read(),
          MAX_BATCH_SIZE.read(),
          Arena.parse(System.getProperty(ARENA, "keep")),
          GPU_MEGABYTES.read(),
          MAX_MEGABYTES.read(),
          OPEN_TIMEOUT_SECONDS.read());
    } catch (IllegalArgumentException e) {
      throw new BundleException("in the system properties, " + e.getMessage(), e);
    }
  }
}
