package org.solrlmtc.training.neural.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.javacpp.BytePointer;
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

  private static final Executor PART_THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "torch-part");
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

  /**
   * Values in half precision as floats.
   *
   * @param values in a direct buffer
   */
  public Tensor ofHalves(ByteBuffer values, long... shape) {
    try (BytePointer pointer = new BytePointer(values)) {
      TensorOptions options = new TensorOptions(torch.ScalarType.Half);
      return placed(torch.from_blob(pointer, shape, options).to(torch.ScalarType.Float));
    }
  }

  /** A copy of the values in half precision. */
  public static ByteBuffer toHalves(Tensor values) {
    try (Tensor plain = values.cpu().to(torch.ScalarType.Half).contiguous()) {
      byte[] copy = new byte[Math.toIntExact(plain.numel() * Short.BYTES)];
      new BytePointer(plain.data_ptr()).capacity(copy.length).get(copy);
      return ByteBuffer.wrap(copy);
    }
  }

  /** Truth values, given as bytes that are 0 or 1. */
  public Tensor ofTruths(byte[] values, long... shape) {
    try (BytePointer pointer = new BytePointer(values)) {
      TensorOptions options = new TensorOptions(torch.ScalarType.Bool);
      return placed(torch.from_blob(pointer, shape, options).clone());
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
    if (parts() == 1) {
      one.run();
      other.run();
      return;
    }
    inParallel(List.of(withoutResult(one), withoutResult(other)));
  }

  private static Supplier<List<Tensor>> withoutResult(Runnable work) {
    return () -> {
      work.run();
      return List.of();
    };
  }

  /** The number of parts that a computation is best divided into: one per thread of a CPU. */
  public int parts() {
    return cuda ? 1 : threads;
  }

  /**
   * Computes the parts of a computation in parallel, on one thread each. This wastes less time than
   * parallel operations: there is nothing to wait for between them, and each part stays in the
   * cache of its core.
   *
   * @return the results of each part; all other tensors of the parts are freed
   */
  public List<List<Tensor>> inParallel(List<Supplier<List<Tensor>>> parts) {
    if (parts.size() == 1) {
      return List.of(parts.get(0).get());
    }
    openblas_nolapack.blas_set_num_threads(1);
    try {
      List<CompletableFuture<List<Tensor>>> others =
          parts.stream()
              .skip(1)
              .map(part -> CompletableFuture.supplyAsync(() -> onOneThread(part), PART_THREADS))
              .toList();
      List<List<Tensor>> results = new ArrayList<>();
      results.add(onOneThread(parts.get(0)));
      others.forEach(other -> results.add(other.join()));
      results.forEach(Torch::adopt);
      return results;
    } finally {
      openblas_nolapack.blas_set_num_threads(threads);
      torch.set_num_threads(threads);
    }
  }

  /** The number of threads is a setting of the calling thread. */
  private static List<Tensor> onOneThread(Supplier<List<Tensor>> part) {
    torch.set_num_threads(1);
    return scoped(
        () -> {
          List<Tensor> results = part.get();
          // the end of the scope releases them once
          results.forEach(Tensor::retainReference);
          return results;
        });
  }

  /** Results are freed with the scope of the caller. */
  private static void adopt(List<Tensor> results) {
    PointerScope scope = PointerScope.getInnerScope();
    if (scope != null) {
      for (Tensor result : results) {
        scope.attach(result);
        result.releaseReference();
      }
    }
  }

  private Tensor placed(Tensor tensor) {
    return cuda ? tensor.cuda() : tensor;
  }

  /** Seeds the random number generator. */
  public static void seed(long seed) {
    torch.manual_seed(seed);
  }

  /** A random number of the seeded generator. */
  public static long random() {
    try (Tensor number = torch.randint(1L << 62, new long[] {1})) {
      return number.item_long();
    }
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
