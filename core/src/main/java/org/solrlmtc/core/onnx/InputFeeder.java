package org.solrlmtc.core.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.solrlmtc.core.text.TokenSequence;

/**
 * Makes the input tensors of a network from its signature; this is where batches are padded.
 * Thread-safe. Holds the label vectors, if the network has that input, until it is closed.
 */
public final class InputFeeder implements AutoCloseable {
  private final OrtEnvironment environment;
  private final NetworkSignature signature;
  private final Optional<OnnxTensor> labelVectors;

  /**
   * @param labelVectors present if the signature has an input of that source
   */
  public InputFeeder(
      OrtEnvironment environment, NetworkSignature signature, Optional<LabelVectors> labelVectors)
      throws OrtException {
    this.environment = environment;
    this.signature = signature;
    this.labelVectors =
        signature.input(InputSource.LABEL_VECTORS).isPresent()
            ? Optional.of(labelVectors.orElseThrow().tensor(environment))
            : Optional.empty();
  }

  /** The inputs of one run by name; closing frees the tensors of this run. */
  public static final class Inputs implements AutoCloseable {
    private final Map<String, OnnxTensor> byName = new HashMap<>();
    private final Optional<OnnxTensor> shared;

    private Inputs(Optional<OnnxTensor> shared) {
      this.shared = shared;
    }

    public Map<String, OnnxTensor> byName() {
      return byName;
    }

    @Override
    public void close() {
      for (OnnxTensor tensor : byName.values()) {
        if (shared.isEmpty() || shared.get() != tensor) {
          tensor.close();
        }
      }
    }
  }

  /**
   * The inputs for a batch.
   *
   * @param texts none of them empty
   * @param candidates output columns, the same number for each text; none: all columns
   */
  public Inputs feed(List<TokenSequence> texts, int[][] candidates) throws OrtException {
    Inputs inputs = new Inputs(labelVectors);
    try {
      for (NetworkSignature.Input input : signature.inputs()) {
        inputs.byName.put(input.name(), tensor(input, texts, candidates));
      }
      return inputs;
    } catch (OrtException e) {
      inputs.close();
      throw e;
    }
  }

  private OnnxTensor tensor(
      NetworkSignature.Input input, List<TokenSequence> texts, int[][] candidates)
      throws OrtException {
    return switch (input.source()) {
      case TOKEN_IDS -> tokenIds(input, texts);
      case LENGTHS ->
          tensor(
              input.type(), texts.stream().mapToInt(TokenSequence::length).toArray(), texts.size());
      case MASK -> mask(input, texts);
      case SECTION_LENGTHS ->
          rows(input, texts.stream().map(TokenSequence::sectionLengths).toArray(int[][]::new));
      case CANDIDATES -> rows(input, candidates);
      case LABEL_VECTORS -> labelVectors.orElseThrow();
    };
  }

  private OnnxTensor tokenIds(NetworkSignature.Input input, List<TokenSequence> texts)
      throws OrtException {
    int longest = longest(texts);
    int idsPerToken = texts.get(0).idsPerToken();
    int width = longest * idsPerToken;
    int[] padded = new int[texts.size() * width];
    for (int i = 0; i < texts.size(); i++) {
      int[] ids = texts.get(i).ids();
      System.arraycopy(ids, 0, padded, i * width, ids.length);
    }
    return input.shape().size() == 2
        ? tensor(input.type(), padded, texts.size(), longest)
        : tensor(input.type(), padded, texts.size(), longest, idsPerToken);
  }

  private OnnxTensor mask(NetworkSignature.Input input, List<TokenSequence> texts)
      throws OrtException {
    int longest = longest(texts);
    int[] mask = new int[texts.size() * longest];
    for (int i = 0; i < texts.size(); i++) {
      Arrays.fill(mask, i * longest, i * longest + texts.get(i).length(), 1);
    }
    return tensor(input.type(), mask, texts.size(), longest);
  }

  private OnnxTensor rows(NetworkSignature.Input input, int[][] rows) throws OrtException {
    int longest = Arrays.stream(rows).mapToInt(row -> row.length).max().orElse(0);
    int[] padded = new int[rows.length * longest];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, padded, i * longest, rows[i].length);
    }
    return tensor(input.type(), padded, rows.length, longest);
  }

  private static int longest(List<TokenSequence> texts) {
    return texts.stream().mapToInt(TokenSequence::length).max().orElseThrow();
  }

  private OnnxTensor tensor(NetworkSignature.ElementType type, int[] values, long... shape)
      throws OrtException {
    return switch (type) {
      case INT32 -> OnnxTensor.createTensor(environment, IntBuffer.wrap(values), shape);
      case INT64 -> {
        long[] wide = new long[values.length];
        for (int i = 0; i < wide.length; i++) {
          wide[i] = values[i];
        }
        yield OnnxTensor.createTensor(environment, LongBuffer.wrap(wide), shape);
      }
      case FLOAT -> {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = values[i];
        }
        yield OnnxTensor.createTensor(environment, FloatBuffer.wrap(floats), shape);
      }
    };
  }

  @Override
  public void close() {
    labelVectors.ifPresent(OnnxTensor::close);
  }
}
