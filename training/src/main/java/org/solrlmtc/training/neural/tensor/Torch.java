package org.solrlmtc.training.neural.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.presets.openblas_nolapack;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.execution.TrainingException;

/** LibTorch, and tensors on the device of a recipe. */
public final class Torch {
  /** The setting {@code device} of a recipe. */
  public enum DeviceChoice {
    /** On a CUDA card if there is one. */
    AUTO,
    CPU,
    CUDA
  }

  static {
    // by default JavaCPP limits native memory by the Java heap
    System.setProperty("org.bytedeco.javacpp.maxBytes", "0");
    System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    // the profile 'torch-cuda' adds another native library, which must be selected
    if (Stream.of("linux-x86_64-gpu/libjnitorch.so", "windows-x86_64-gpu/jnitorch.dll")
        .anyMatch(file -> Tensor.class.getResource("/org/bytedeco/pytorch/" + file) != null)) {
      System.setProperty("org.bytedeco.javacpp.platform.extension", "-gpu");
    }
    unpack(openblas_nolapack.class, "openblas", Loader.getPlatform());
    unpack(
        Tensor.class,
        "pytorch",
        Loader.getPlatform() + System.getProperty("org.bytedeco.javacpp.platform.extension", ""));
  }

  /**
   * Unpacks native libraries before the first of them is loaded. JavaCPP itself unpacks and loads
   * them one by one, and with an empty cache the process crashes while the second one is loaded.
   */
  private static void unpack(Class<?> owner, String library, String platform) {
    try {
      Loader.cacheResources(owner, "/org/bytedeco/" + library + "/" + platform);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot unpack the native library " + library + ": is the disk full?", e);
    }
  }

  private static final Executor SECOND_THREAD =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "torch-second");
            thread.setDaemon(true);
            return thread;
          });

  private final boolean cuda;
  private final int threads;

  /**
   * @param notes receives the device that {@code AUTO} selects
   */
  public Torch(DeviceChoice choice, int threads, Consumer<String> notes) {
    check(choice);
    cuda = choice != DeviceChoice.CPU && torch.cuda_is_available();
    this.threads = threads;
    if (choice == DeviceChoice.AUTO) {
      notes.accept("training on the " + (cuda ? "CUDA card" : "CPU, " + threads + " threads"));
    }
    torch.set_num_threads(threads);
  }

  /**
   * Refuses a device that this machine does not have.
   *
   * @throws TrainingException naming the setting
   */
  public static void check(DeviceChoice choice) {
    if (choice == DeviceChoice.CUDA && !torch.cuda_is_available()) {
      throw new TrainingException(
          "the recipe has the device 'cuda', but no CUDA card can be used: build with"
              + " -Ptorch-cuda on a machine with CUDA, or set 'device' to auto or cpu");
    }
  }

  /** Whether tensors are on the CPU. */
  public boolean onCpu() {
    return !cuda;
  }

  public Tensor zeros(long... shape) {
    return placed(torch.zeros(shape));
  }

  public Tensor of(float[] values, long... shape) {
    try (FloatPointer pointer = new FloatPointer(values)) {
      return placed(torch.from_blob(pointer, shape).clone());
    }
  }

  public Tensor of(long[] values) {
    try (LongPointer pointer = new LongPointer(values)) {
      TensorOptions options = new TensorOptions(torch.ScalarType.Long);
      return placed(torch.from_blob(pointer, new long[] {values.length}, options).clone());
    }
  }

  /** Random values of a normal distribution around 0. */
  public Tensor normal(double deviation, long... shape) {
    return zeros(shape).normal_(0, deviation, new GeneratorOptional());
  }

  /** Random values of a uniform distribution between {@code -bound} and {@code bound}. */
  public Tensor uniform(double bound, long... shape) {
    return zeros(shape).uniform_(-bound, bound, new GeneratorOptional());
  }

  /** An inverted dropout mask: 0 at the dropout rate, else {@code 1 / (1 - rate)}. */
  public Tensor dropout(double rate, long... shape) {
    double keep = 1 - rate;
    return zeros(shape).bernoulli_(keep, new GeneratorOptional()).div_(new Scalar((float) keep));
  }

  /** Sums rows of a matrix: one row of the result per sum. */
  public Tensor sumRows(Tensor matrix, Incidence sums) {
    return torch.embedding_bag(matrix, of(sums.items()), of(sums.starts())).get0();
  }

  /**
   * Runs two long chains of small operations in parallel, on one thread each: more threads per
   * operation would cost more than they save. Tensors that are needed afterwards must exist before.
   */
  public void both(Runnable one, Runnable other) {
    if (cuda || threads == 1) {
      one.run();
      other.run();
      return;
    }
    openblas_nolapack.blas_set_num_threads(1);
    try {
      CompletableFuture<Void> second =
          CompletableFuture.runAsync(onOneThread(other), SECOND_THREAD);
      onOneThread(one).run();
      second.join();
    } finally {
      openblas_nolapack.blas_set_num_threads(threads);
      torch.set_num_threads(threads);
    }
  }

  /** The number of threads is a setting of the calling thread. */
  private static Runnable onOneThread(Runnable work) {
    return () -> {
      torch.set_num_threads(1);
      scoped(work);
    };
  }

  private Tensor placed(Tensor tensor) {
    return cuda ? tensor.cuda() : tensor;
  }

  /** Seeds the random number generator. */
  public static void seed(long seed) {
    torch.manual_seed(seed);
  }

  public static float[] toArray(Tensor tensor) {
    try (Tensor plain = tensor.cpu().contiguous()) {
      float[] values = new float[Math.toIntExact(plain.numel())];
      plain.data_ptr_float().get(values);
      return values;
    }
  }

  public static Scalar scalar(double value) {
    return new Scalar((float) value);
  }

  /** Computes without autograd. */
  @SuppressWarnings("try")
  public static <T> T withoutGradients(Supplier<T> work) {
    try (AutoGradMode off = new AutoGradMode(false)) {
      return work.get();
    }
  }

  /**
   * Runs work and frees all tensors that it creates; tensors that are needed afterwards must exist
   * before.
   */
  @SuppressWarnings("try")
  public static <T> T scoped(Supplier<T> work) {
    try (PointerScope scope = new PointerScope()) {
      return work.get();
    }
  }

  /** The same without a result. */
  public static void scoped(Runnable work) {
    scoped(
        () -> {
          work.run();
          return null;
        });
  }
}
