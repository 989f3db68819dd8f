package org.solrlmtc.core.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.solrlmtc.core.bundle.BundleException;

/** Opens networks on the device of the options. */
public final class OnnxRuntime {
  private static final System.Logger LOG = System.getLogger(OnnxRuntime.class.getName());
  private static final AtomicBoolean CPU_LOGGED = new AtomicBoolean();
  private static final AtomicBoolean CLEANED = new AtomicBoolean();

  private OnnxRuntime() {}

  /**
   * An open network and its device; the caller closes it.
   *
   * @param device {@code cpu} or {@code cuda:N}
   */
  public record Opened(OrtEnvironment environment, OrtSession session, String device) {}

  /**
   * Checks a file and opens it.
   *
   * @throws BundleException if it may not or cannot be run, or not on this device
   */
  public static Opened open(Path file, OnnxOptions options) {
    return open(file, OnnxFile.read(file), options);
  }

  /**
   * Opens the content of a file.
   *
   * @param content checked already; off the Java heap
   */
  static Opened open(Path file, ByteBuffer content, OnnxOptions options) {
    OrtEnvironment environment = environment();
    Device device = options.device();
    if (options.mayUseGpu()) {
      try {
        return open(content, environment, options, "cuda:" + device.number());
      } catch (OrtException e) {
        if (device.kind() == Device.Kind.CUDA) {
          throw new BundleException(
              "the device cuda:"
                  + device.number()
                  + " is required by "
                  + OnnxOptions.DEVICE
                  + ", but cannot be used ("
                  + firstLine(e)
                  + "): install CUDA 12 with cuDNN 9 and the GPU build of ONNX Runtime, or choose"
                  + " auto or cpu",
              e);
        }
        logCpuOnce(firstLine(e));
      }
    }
    try {
      return open(content, environment, options, "cpu");
    } catch (OrtException e) {
      throw new BundleException(
          file + " cannot be run: " + firstLine(e) + "; copy the bundle again", e);
    }
  }

  private static void logCpuOnce(String why) {
    if (CPU_LOGGED.compareAndSet(false, true)) {
      LOG.log(System.Logger.Level.INFO, "networks run on the CPU: no GPU can be used, " + why);
    }
  }

  private static Opened open(
      ByteBuffer content, OrtEnvironment environment, OnnxOptions options, String device)
      throws OrtException {
    try (OrtSession.SessionOptions settings = new OrtSession.SessionOptions()) {
      // what was checked as ONNX must not be read as anything else
      settings.addConfigEntry("session.load_model_format", "ONNX");
      settings.setIntraOpNumThreads(options.intraOpThreads());
      // every sequence length is another shape: patterns would accumulate
      settings.setMemoryPatternOptimization(false);
      // idle threads must not use CPU time that the server needs
      settings.addConfigEntry("session.intra_op.allow_spinning", "0");
      settings.setCPUArenaAllocator(options.arena() != Arena.OFF);
      if (device.equals("cpu")) {
        return new Opened(environment, environment.createSession(content, settings), device);
      }
      try (OrtCUDAProviderOptions gpu = new OrtCUDAProviderOptions(options.device().number())) {
        if (options.gpuMegabytes() > 0) {
          gpu.add("gpu_mem_limit", Long.toString((long) options.gpuMegabytes() << 20));
        }
        settings.addCUDA(gpu);
        return new Opened(environment, environment.createSession(content, settings), device);
      }
    }
  }

  static OrtEnvironment environment() {
    try {
      // failures are thrown as exceptions: they need not be printed as well
      OrtEnvironment environment =
          OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "lmtc");
      if (CLEANED.compareAndSet(false, true)) {
        NativeFolders.ofThisSystem().deleteOwnAtExit();
        NativeFolders.ofThisSystem().deleteUnused(Instant.now());
      }
      return environment;
    } catch (LinkageError | SecurityException e) {
      BundleException refused =
          new BundleException(
              "the native library of ONNX Runtime cannot be loaded ("
                  + reason(e)
                  + "): this system must be one of its platforms, the folder for temporary files"
                  + " must be writable, and a security manager must permit loadLibrary");
      // not the cause: Solr shows the last cause only, which says nothing of what to do
      refused.addSuppressed(e);
      throw refused;
    }
  }

  /** Without the path of the library, as clients get to see it. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    // from the second time on, Java has it in the message only
    boolean isDenied =
        cause instanceof SecurityException
            || String.valueOf(cause.getMessage()).contains("AccessControlException");
    return isDenied ? "a security manager forbids it" : cause.getClass().getSimpleName();
  }

  static String firstLine(OrtException e) {
    return e.getMessage().lines().findFirst().orElse("");
  }
}
