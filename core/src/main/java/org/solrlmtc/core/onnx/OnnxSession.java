package org.solrlmtc.core.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;

/** A network on its device. Thread-safe; closing waits for what is being computed. */
final class OnnxSession implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OnnxSession.class.getName());
  private static final AtomicBoolean SAID_CPU = new AtomicBoolean();

  private final Path file;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final String device;
  private final boolean shrinks;
  private final Map<String, String> metadata;
  private final boolean takesCandidates;

  /** Runs read, closing writes. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private boolean closed;

  private OnnxSession(
      Path file, OrtEnvironment environment, OrtSession session, String device, boolean shrinks)
      throws OrtException {
    this.file = file;
    this.environment = environment;
    this.session = session;
    this.device = device;
    this.shrinks = shrinks;
    this.metadata = Map.copyOf(session.getMetadata().getCustomMetadata());
    this.takesCandidates = session.getInputNames().contains(OnnxModel.CANDIDATES);
  }

  /**
   * Opens a file.
   *
   * @throws BundleException when it must not or cannot be run, or not on this device
   */
  static OnnxSession open(Path file, OnnxOptions options) {
    return open(file, OnnxFile.read(file), options);
  }

  /**
   * Opens the content of a file.
   *
   * @param content outside of Java's heap, looked through already
   */
  static OnnxSession open(Path file, ByteBuffer content, OnnxOptions options) {
    OrtEnvironment environment = environment();
    Device device = options.device();
    boolean tryGpu =
        device.kind() == Device.Kind.CUDA
            || device.kind() == Device.Kind.AUTO && Device.seesGpuDriver();
    if (tryGpu) {
      try {
        return open(file, content, environment, options, "cuda:" + device.number());
      } catch (OrtException e) {
        if (device.kind() == Device.Kind.CUDA) {
          throw new BundleException(
              "the device cuda:"
                  + device.number()
                  + " was asked for by "
                  + OnnxOptions.DEVICE
                  + ", but cannot be used ("
                  + firstLine(e)
                  + "): install CUDA 12 with cuDNN 9 and the GPU build of ONNX Runtime, or choose"
                  + " auto or cpu",
              e);
        }
        sayCpu(firstLine(e));
      }
    }
    try {
      return open(file, content, environment, options, "cpu");
    } catch (OrtException e) {
      throw new BundleException(
          file + " cannot be run: " + firstLine(e) + "; copy the bundle again", e);
    }
  }

  private static void sayCpu(String why) {
    if (SAID_CPU.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.INFO, "networks run on the processor: no GPU can be used, " + why);
    }
  }

  private static OnnxSession open(
      Path file, ByteBuffer content, OrtEnvironment environment, OnnxOptions options, String device)
      throws OrtException {
    try (OrtSession.SessionOptions settings = new OrtSession.SessionOptions()) {
      // what was checked as ONNX must not be read as anything else
      settings.addConfigEntry("session.load_model_format", "ONNX");
      settings.setIntraOpNumThreads(options.threads());
      // every length of text is a shape of its own: patterns would pile up
      settings.setMemoryPatternOptimization(false);
      // waiting threads must not burn the processors that the server needs
      settings.addConfigEntry("session.intra_op.allow_spinning", "0");
      settings.setCPUArenaAllocator(options.arena() != Arena.OFF);
      if (device.equals("cpu")) {
        return create(file, content, environment, settings, device, options);
      }
      try (OrtCUDAProviderOptions gpu = new OrtCUDAProviderOptions(options.device().number())) {
        if (options.gpuMegabytes() > 0) {
          gpu.add("gpu_mem_limit", Long.toString((long) options.gpuMegabytes() << 20));
        }
        settings.addCUDA(gpu);
        return create(file, content, environment, settings, device, options);
      }
    }
  }

  private static OnnxSession create(
      Path file,
      ByteBuffer content,
      OrtEnvironment environment,
      OrtSession.SessionOptions settings,
      String device,
      OnnxOptions options)
      throws OrtException {
    return new OnnxSession(
        file,
        environment,
        environment.createSession(content, settings),
        device,
        options.arena() == Arena.SHRINK);
  }

  private static OrtEnvironment environment() {
    try {
      // failures come as exceptions: they need not be printed as well
      return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "lmtc");
    } catch (LinkageError | SecurityException e) {
      throw new BundleException(
          "the native library of ONNX Runtime cannot be loaded ("
              + e
              + "): this system must be one of its platforms, the folder for temporary files must"
              + " be writable, and a security manager must permit loadLibrary",
          e);
    }
  }

  String device() {
    return device;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  /** Whether {@link #run} can score some columns only. */
  boolean takesCandidates() {
    return takesCandidates;
  }

  /** How many words one token of the evidence stands for. */
  int wordsPerToken() {
    String number = metadata.getOrDefault(OnnxModel.WORDS_PER_TOKEN, "1");
    if (!number.matches("[1-9][0-9]{0,3}")) {
      throw wrong("says that a token is '" + number + "' words");
    }
    return Integer.parseInt(number);
  }

  /**
   * Checks that the network is one of ours and gives so many probabilities, by its signature and by
   * running it once with the largest word id.
   */
  void check(int columns, int words) {
    try {
      Set<String> inputs = new TreeSet<>(session.getInputNames());
      inputs.remove(OnnxModel.CANDIDATES);
      if (!inputs.equals(Set.of(OnnxModel.TOKENS, OnnxModel.LENGTHS))) {
        throw wrong("has the inputs " + session.getInputNames());
      }
      Map<String, NodeInfo> in = session.getInputInfo();
      checkTensor(in.get(OnnxModel.TOKENS), OnnxJavaType.INT64, -1, -1);
      checkTensor(in.get(OnnxModel.LENGTHS), OnnxJavaType.INT32, -1);
      if (takesCandidates) {
        checkTensor(in.get(OnnxModel.CANDIDATES), OnnxJavaType.INT64, -1, -1);
      }
      if (!session.getOutputNames().equals(outputs())) {
        throw wrong("has the outputs " + session.getOutputNames());
      }
      checkTensor(
          session.getOutputInfo().get(OnnxModel.PROBABILITIES),
          OnnxJavaType.FLOAT,
          -1,
          takesCandidates ? -1 : columns);
      if (takesCandidates) {
        checkTensor(
            session.getOutputInfo().get(OnnxModel.EVIDENCE), OnnxJavaType.FLOAT, -1, -1, -1);
      }
      float[][] scores = run(new int[][] {{words - 1}}, new int[][] {{}});
      if (scores[0].length != columns) {
        throw wrong("gives " + scores[0].length + " probabilities for " + columns + " concepts");
      }
    } catch (OrtException | ScoringException e) {
      throw new BundleException(
          file + " fails on a text of one word: " + e.getMessage() + "; copy the bundle again", e);
    }
  }

  private Set<String> outputs() {
    return takesCandidates
        ? Set.of(OnnxModel.PROBABILITIES, OnnxModel.EVIDENCE)
        : Set.of(OnnxModel.PROBABILITIES);
  }

  private void checkTensor(NodeInfo value, OnnxJavaType type, long... shape) {
    if (!(value.getInfo() instanceof TensorInfo tensor)
        || tensor.type != type
        || !Arrays.equals(tensor.getShape(), shape)) {
      throw wrong(
          "has for '"
              + value.getName()
              + "' "
              + value.getInfo()
              + " instead of "
              + type
              + " "
              + Arrays.toString(shape));
    }
  }

  private BundleException wrong(String what) {
    return new BundleException(
        file + " " + what + ": it is no network of this program; copy the bundle again");
  }

  /**
   * The probabilities of each text's columns.
   *
   * @param texts word ids, none of the texts empty
   * @param candidates columns, the same number for each text; none for all
   */
  float[][] run(int[][] texts, int[][] candidates) {
    return run(texts, candidates, OnnxModel.PROBABILITIES, texts.length);
  }

  /** What each token of a text adds to the log-odds of a column, if the network can tell. */
  float[] evidence(int[] text, int column) {
    return takesCandidates
        ? run(new int[][] {text}, new int[][] {{column}}, OnnxModel.EVIDENCE, 1)[0]
        : new float[0];
  }

  private float[][] run(int[][] texts, int[][] candidates, String output, int rows) {
    Lock running = lock.readLock();
    running.lock();
    try {
      if (closed) {
        throw new ScoringException(
            "the network " + file + " was closed: open it again to score with it");
      }
      return compute(texts, candidates, output, rows);
    } catch (OrtException e) {
      throw new ScoringException(
          "the network "
              + file
              + (ScoringRun.current().isStopped()
                  ? " was stopped: it took too long"
                  : " failed: " + firstLine(e)),
          e);
    } finally {
      running.unlock();
    }
  }

  private float[][] compute(int[][] texts, int[][] candidates, String output, int rows)
      throws OrtException {
    Map<String, OnnxTensor> inputs = inputs(texts, candidates);
    try (OrtSession.RunOptions options = runOptions();
        OrtSession.Result result =
            ScoringRun.current()
                .stoppable(
                    () -> terminate(options), () -> session.run(inputs, Set.of(output), options))) {
      FloatBuffer values = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float[][] scores = new float[rows][values.remaining() / rows];
      for (float[] row : scores) {
        values.get(row);
      }
      return scores;
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  /** All that the network is given; to be closed by the caller. */
  private Map<String, OnnxTensor> inputs(int[][] texts, int[][] candidates) throws OrtException {
    int longest = Arrays.stream(texts).mapToInt(text -> text.length).max().orElseThrow();
    LongBuffer tokens = LongBuffer.allocate(texts.length * longest);
    IntBuffer lengths = IntBuffer.allocate(texts.length);
    for (int i = 0; i < texts.length; i++) {
      for (int word = 0; word < texts[i].length; word++) {
        tokens.put(i * longest + word, texts[i][word]);
      }
      lengths.put(i, texts[i].length);
    }
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try {
      inputs.put(
          OnnxModel.TOKENS,
          OnnxTensor.createTensor(environment, tokens, new long[] {texts.length, longest}));
      inputs.put(
          OnnxModel.LENGTHS,
          OnnxTensor.createTensor(environment, lengths, new long[] {texts.length}));
      if (takesCandidates) {
        LongBuffer columns =
            LongBuffer.wrap(
                Arrays.stream(candidates).flatMapToInt(Arrays::stream).asLongStream().toArray());
        inputs.put(
            OnnxModel.CANDIDATES,
            OnnxTensor.createTensor(
                environment, columns, new long[] {texts.length, candidates[0].length}));
      }
      return inputs;
    } catch (OrtException e) {
      inputs.values().forEach(OnnxTensor::close);
      throw e;
    }
  }

  /** Makes ready what {@link #run} would give the network. */
  PreparedBatch prepare(int[][] texts, int[][] candidates) {
    try {
      return new PreparedBatch(session, inputs(texts, candidates));
    } catch (OrtException e) {
      throw new ScoringException("the network " + file + " failed: " + firstLine(e), e);
    }
  }

  private OrtSession.RunOptions runOptions() throws OrtException {
    OrtSession.RunOptions options = new OrtSession.RunOptions();
    if (shrinks) {
      options.addRunConfigEntry(
          "memory.enable_memory_arena_shrinkage",
          device.equals("cpu") ? "cpu:0" : "cpu:0;" + device.replace("cuda", "gpu"));
    }
    return options;
  }

  /** The runtime looks at this before each of the network's operators. */
  private void terminate(OrtSession.RunOptions options) {
    try {
      options.setTerminate(true);
    } catch (OrtException e) {
      throw new ScoringException("the network " + file + " cannot be stopped", e);
    }
  }

  @Override
  public void close() {
    Lock closing = lock.writeLock();
    closing.lock();
    try {
      if (!closed) {
        closed = true;
        session.close();
        NativeMemory.trim();
      }
    } catch (OrtException e) {
      throw new ScoringException("closing the network " + file + " failed", e);
    } finally {
      closing.unlock();
    }
  }

  private static String firstLine(OrtException e) {
    return e.getMessage().lines().findFirst().orElse("");
  }
}
