package org.solrlmtc.core.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.solrlmtc.core.act.Zone;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.score.ScoringException;
import org.solrlmtc.core.score.ScoringRun;
import org.solrlmtc.core.text.TokenSequence;

/** Runs a network. Thread-safe; closing waits for running computations. */
final class OnnxSession implements AutoCloseable {
  private final Path file;
  private final NetworkSignature signature;
  private final Optional<LabelVectors> labelVectors;
  private final OrtSession session;
  private final String device;
  private final boolean shrinks;
  private final InputFeeder feeder;

  /** A run takes the read lock, closing the write lock. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private boolean closed;

  private OnnxSession(
      Path file,
      NetworkSignature signature,
      Optional<LabelVectors> labelVectors,
      OnnxRuntime.Opened opened,
      boolean shrinks)
      throws OrtException {
    this.file = file;
    this.signature = signature;
    this.labelVectors = labelVectors;
    this.session = opened.session();
    this.device = opened.device();
    this.shrinks = shrinks;
    this.feeder = new InputFeeder(opened.environment(), signature, labelVectors);
  }

  /**
   * Opens a file.
   *
   * @param memory checks the file first
   * @throws BundleException if it may not or cannot be run, or not on this device
   */
  static OnnxSession open(MemoryCheck memory, OnnxOptions options) {
    Path file = memory.file();
    ByteBuffer content = OnnxFile.read(file);
    memory.check(content, OnnxRuntime.environment(), options);
    OnnxRuntime.Opened opened = OnnxRuntime.open(file, content, options);
    try {
      return new OnnxSession(
          file, memory.signature(), memory.labelVectors(), opened, options.arena() == Arena.SHRINK);
    } catch (OrtException e) {
      try {
        opened.session().close();
      } catch (OrtException closing) {
        e.addSuppressed(closing);
      }
      throw new BundleException(
          file + " cannot be fed: " + OnnxRuntime.firstLine(e) + "; copy the bundle again", e);
    }
  }

  /** Bundle and file, for messages that reach clients of a server. */
  private String name() {
    return file.toAbsolutePath().getParent().getFileName() + "/" + file.getFileName();
  }

  String device() {
    return device;
  }

  NetworkSignature signature() {
    return signature;
  }

  Map<String, String> metadata() {
    try {
      return session.getMetadata().getCustomMetadata();
    } catch (OrtException e) {
      throw new BundleException(file + " has unreadable metadata: " + OnnxRuntime.firstLine(e), e);
    }
  }

  /** Whether {@link #run} can score candidate columns only. */
  boolean takesCandidates() {
    return signature.input(InputSource.CANDIDATES).isPresent();
  }

  /**
   * Checks that the graph has this signature and the right number of probabilities, the latter by
   * one run with the largest token id.
   *
   * @param columns number of concepts, each of which has a probability
   * @throws BundleException naming the file and what is wrong
   */
  void check(int columns, int vocabularySize, int idsPerToken) {
    SignatureCheck check = new SignatureCheck(file, signature);
    try {
      check.check(session, columns, idsPerToken, labelVectors);
      int[] largest = new int[idsPerToken];
      Arrays.fill(largest, vocabularySize - 1);
      TokenSequence text =
          TokenSequence.builder(idsPerToken).add(largest, Zone.HEADER, 0, 0, 1).build();
      float[][] scores = run(List.of(text), new int[][] {{}});
      if (scores[0].length != columns) {
        throw check.wrong(
            "gives " + scores[0].length + " probabilities for " + columns + " concepts");
      }
    } catch (OrtException | ScoringException e) {
      throw new BundleException(
          file + " fails on a one-word text: " + e.getMessage() + "; copy the bundle again", e);
    }
  }

  /**
   * The probabilities of each text's columns.
   *
   * @param texts none of them empty
   * @param candidates columns, the same number for each text; none: all columns
   */
  float[][] run(List<TokenSequence> texts, int[][] candidates) {
    float[][] scores = run(texts, candidates, signature.probabilities(), texts.size());
    for (float[] row : scores) {
      for (float score : row) {
        if (!(score >= 0 && score <= 1)) {
          throw new ScoringException(
              "the network " + name() + " gave " + score + " as a probability");
        }
      }
    }
    return scores;
  }

  /** The attribution of each state of a text to a column; empty if the network has none. */
  float[] attributions(TokenSequence text, int column) {
    return signature
        .attributions()
        .map(output -> run(List.of(text), new int[][] {{column}}, output, 1)[0])
        .orElse(new float[0]);
  }

  private float[][] run(List<TokenSequence> texts, int[][] candidates, String output, int rows) {
    Lock running = lock.readLock();
    running.lock();
    try {
      if (closed) {
        throw new ScoringException(
            "the network " + name() + " was closed: open it again to score with it");
      }
      return compute(texts, candidates, output, rows);
    } catch (OrtException e) {
      throw new ScoringException(
          "the network "
              + name()
              + (ScoringRun.current().isStopped()
                  ? " was stopped: it took too long"
                  : " failed: " + OnnxRuntime.firstLine(e)),
          e);
    } finally {
      running.unlock();
    }
  }

  private float[][] compute(List<TokenSequence> texts, int[][] candidates, String output, int rows)
      throws OrtException {
    try (InputFeeder.Inputs inputs = feeder.feed(texts, candidates);
        OrtSession.RunOptions options = runOptions();
        OrtSession.Result result =
            ScoringRun.current()
                .stoppable(
                    () -> terminate(options),
                    () -> session.run(inputs.byName(), Set.of(output), options))) {
      FloatBuffer values = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float[][] scores = new float[rows][values.remaining() / rows];
      for (float[] row : scores) {
        values.get(row);
      }
      return scores;
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

  /** The runtime checks this flag before each operator of the network. */
  private void terminate(OrtSession.RunOptions options) {
    try {
      options.setTerminate(true);
    } catch (OrtException e) {
      throw new ScoringException("the network " + name() + " cannot be stopped", e);
    }
  }

  @Override
  public void close() {
    Lock closing = lock.writeLock();
    closing.lock();
    try {
      if (!closed) {
        closed = true;
        feeder.close();
        session.close();
        NativeMemory.trim();
      }
    } catch (OrtException e) {
      throw new ScoringException("closing the network " + name() + " failed", e);
    } finally {
      closing.unlock();
    }
  }
}
