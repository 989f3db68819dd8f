package org.solrlmtc.training.neural.layer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.onnx.InputSource;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.gru.GruPair;
import org.solrlmtc.training.neural.gru.GruWeights;
import org.solrlmtc.training.neural.gru.Sequences;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * Gated recurrent units in both directions. A state is the forward state followed by the backward
 * state; then max pooling.
 *
 * @param hiddenSize hidden size per direction
 * @param poolSize number of neighbouring tokens per state
 */
public record BiGru(int hiddenSize, int poolSize) implements Encoder {
  public static final String TYPE = "bigru";

  public BiGru {
    SettingChecks.atLeast("hiddenSize", hiddenSize, 1);
    SettingChecks.atLeast("poolSize", poolSize, 1);
  }

  static BiGru read(Settings section) {
    return new BiGru(section.integer("hiddenSize", 300), section.integer("poolSize", 1));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("hiddenSize", hiddenSize);
    settings.put("poolSize", poolSize);
    return settings;
  }

  @Override
  public Layer layer(Torch device, int inputSize) {
    return new Trainable(device, inputSize, hiddenSize, poolSize);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(GruWeights.read(tensors), poolSize);
  }

  private static final class Trainable implements Layer {
    /**
     * Added to the states of padding. States are between -1 and 1, so that padding is below all
     * others.
     */
    private static final float PADDING_OFFSET = -2;

    private final GruPair gru;
    private final MaxPooling pooling;

    private int acts;
    private int tokens;

    Trainable(Torch device, int inputSize, int hiddenSize, int poolSize) {
      this.gru = new GruPair(device, "encoder", inputSize, hiddenSize);
      this.pooling = new MaxPooling(device, poolSize, PADDING_OFFSET);
    }

    @Override
    public int outputSize() {
      return gru.outputSize();
    }

    @Override
    public EncodedBatch forward(Batch batch, Tensor vectors) {
      Tensor states = gru.forward(Sequences.ofActs(batch), vectors);
      acts = batch.size();
      tokens = batch.tokens();
      int pooled = pooling.pooled(tokens);
      int missing = pooled * pooling.poolSize() - tokens;
      if (missing > 0) {
        states =
            torch.constant_pad_nd(
                states.view(acts, tokens, outputSize()),
                new long[] {0, 0, 0, missing},
                Torch.scalar(0));
      }
      Tensor largest =
          pooling.forward(
              states.view(acts, pooled, pooling.poolSize(), outputSize()), batch.lengths());
      int[] lengths = Arrays.stream(batch.lengths()).map(pooling::pooled).toArray();
      return new EncodedBatch(largest, pooled, lengths);
    }

    @Override
    public Tensor backward(Tensor gradient) {
      return gru.backward(
          pooling
              .backward(gradient)
              .view(acts, -1, outputSize())
              .narrow(1, 0, tokens)
              .reshape(-1, outputSize()));
    }

    @Override
    public List<Parameter> parameters() {
      return gru.parameters();
    }

    @Override
    public Weights weights() {
      return new Weights(gru.weights(), pooling.poolSize());
    }
  }

  /** A trained encoder. */
  public record Weights(GruWeights gru, int poolSize) implements Encoder.Weights {
    /** Lower bound of states. */
    private static final float MIN_STATE = -1;

    public Weights {
      if (poolSize < 1) {
        throw new IllegalArgumentException("tokens cannot be pooled by " + poolSize);
      }
    }

    @Override
    public BiGru spec() {
      return new BiGru(gru.hiddenSize(), poolSize);
    }

    @Override
    public int inputSize() {
      return gru.inputSize();
    }

    @Override
    public int outputSize() {
      return gru.outputSize();
    }

    @Override
    public int tokensPerState() {
      return poolSize;
    }

    @Override
    public EncodedStates export(ExportContext context, TokenVectors tokens) {
      GraphBuilder graph = context.graph();
      String states = gru.export(graph, tokens.values(), context.input(InputSource.LENGTHS));
      return MaxPooling.export(graph, poolSize, outputSize(), states, MIN_STATE, tokens);
    }

    @Override
    public double[][] reference(double[][] vectors, int[] sectionLengths) {
      return MaxPooling.reference(gru.reference(vectors), poolSize);
    }
  }
}
