package org.solrlmtc.training.neural.export;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.solrlmtc.training.neural.graph.Precision;
import org.solrlmtc.training.neural.layer.NetworkWeights;
import org.solrlmtc.training.neural.tensor.Matrix;

/** Runs an exported model with ONNX Runtime. */
public final class OnnxRuntime {
  private OnnxRuntime() {}

  /** The output of ONNX Runtime for texts in one batch, for the weights of a network. */
  public static float[][] run(NetworkWeights weights, int[]... texts) {
    return run(
        NetworkGraph.of(weights, Precision.FP32, Map.of()).model(),
        texts,
        new long[texts.length][0],
        weights.head().labelVectors(),
        UnaryOperator.identity());
  }

  /** The probabilities of texts in one batch. */
  static float[][] run(ModelProto model, int[]... texts) {
    return run(model, texts, new long[texts.length][0]);
  }

  static float[][] run(ModelProto model, int[][] texts, long[][] candidates) {
    return run(model, texts, candidates, Optional.empty(), UnaryOperator.identity());
  }

  /**
   * The probabilities of texts in one batch.
   *
   * @param sections changes the standard section lengths
   */
  static float[][] run(ModelProto model, int[][] texts, UnaryOperator<long[][]> sections) {
    return run(model, texts, new long[texts.length][0], Optional.empty(), sections);
  }

  private static float[][] run(
      ModelProto model,
      int[][] texts,
      long[][] candidates,
      Optional<Matrix> labelVectors,
      UnaryOperator<long[][]> changedSections) {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    int longest = 0;
    for (int[] text : texts) {
      longest = Math.max(longest, text.length);
    }
    long[][] tokens = new long[texts.length][longest];
    int[] lengths = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      lengths[i] = texts[i].length;
      for (int j = 0; j < texts[i].length; j++) {
        tokens[i][j] = texts[i][j];
      }
    }
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try (OrtSession session = environment.createSession(model.toByteArray())) {
      inputs.put("tokens", OnnxTensor.createTensor(environment, tokens));
      inputs.put("lengths", OnnxTensor.createTensor(environment, lengths));
      if (labelVectors.isPresent()) {
        Matrix vectors = labelVectors.get();
        inputs.put(
            "label_vectors",
            OnnxTensor.createTensor(
                environment,
                FloatBuffer.wrap(vectors.values()),
                new long[] {vectors.rows(), vectors.columns()}));
      }
      if (session.getInputNames().contains("section_lengths")) {
        long[][] sections = new long[texts.length][longest];
        for (int i = 0; i < texts.length; i++) {
          int[] ofText = References.sections(texts[i].length);
          for (int j = 0; j < ofText.length; j++) {
            sections[i][j] = ofText[j];
          }
        }
        inputs.put("section_lengths", rowTensor(environment, changedSections.apply(sections)));
      }
      if (session.getInputNames().contains("candidates")) {
        inputs.put("candidates", rowTensor(environment, candidates));
      }
      try (OrtSession.Result result = session.run(inputs, Set.of("probabilities"))) {
        return (float[][]) result.get(0).getValue();
      }
    } catch (OrtException e) {
      throw new AssertionError(e);
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static OnnxTensor rowTensor(OrtEnvironment environment, long[][] rows)
      throws OrtException {
    LongBuffer values = LongBuffer.allocate(rows.length * rows[0].length);
    for (long[] row : rows) {
      values.put(row);
    }
    return OnnxTensor.createTensor(
        environment, values.flip(), new long[] {rows.length, rows[0].length});
  }
}
