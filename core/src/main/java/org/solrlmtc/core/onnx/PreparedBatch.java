package org.solrlmtc.core.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Map;
import java.util.Set;
import org.solrlmtc.core.score.ScoringException;

/**
 * The inputs of one run of a network, outside of Java's heap: what is left to do is ONNX Runtime's.
 * To be closed before its scorer.
 */
public final class PreparedBatch implements AutoCloseable {
  private final OrtSession session;
  private final Map<String, OnnxTensor> inputs;
  private volatile boolean closed;

  PreparedBatch(OrtSession session, Map<String, OnnxTensor> inputs) {
    this.session = session;
    this.inputs = inputs;
  }

  /** Runs the network, and leaves the probabilities where they are. */
  public void run() {
    // the native code does not look, and would crash
    if (closed) {
      throw new ScoringException("the batch was closed: prepare it again to run it");
    }
    try {
      session.run(inputs, Set.of(OnnxModel.PROBABILITIES)).close();
    } catch (OrtException e) {
      throw new ScoringException("the network failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    closed = true;
    inputs.values().forEach(OnnxTensor::close);
  }
}
