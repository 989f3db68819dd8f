package org.solrlmtc.training.neural.layer;

import static org.solrlmtc.training.neural.graph.GraphBuilder.attribute;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.settings.SettingChecks;
import org.solrlmtc.core.settings.Settings;
import org.solrlmtc.training.neural.graph.ExportContext;
import org.solrlmtc.training.neural.graph.GraphBuilder;
import org.solrlmtc.training.neural.graph.GraphValues.EncodedStates;
import org.solrlmtc.training.neural.graph.GraphValues.TokenVectors;
import org.solrlmtc.training.neural.graph.TrainedTensors;
import org.solrlmtc.training.neural.tensor.Incidence;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A convolution over neighbouring words, padded with zeros to keep the length, then tanh, then max
 * pooling.
 *
 * @param kernelSize kernel size: words in the window of a filter; odd
 * @param filters number of filters: the dimension of a state
 * @param poolSize number of neighbouring tokens per state
 */
public record Convolution(int kernelSize, int filters, int poolSize) implements Encoder {
  public static final String TYPE = "convolution";

  public Convolution {
    if (kernelSize < 1 || kernelSize % 2 == 0) {
      throw new IllegalArgumentException(
          "the setting 'kernelSize' of 'encoder' must be odd, not " + kernelSize);
    }
    SettingChecks.atLeast("filters", filters, 1);
    SettingChecks.atLeast("poolSize", poolSize, 1);
  }

  static Convolution read(Settings section) {
    return new Convolution(
        section.integer("kernelSize", 3),
        section.integer("filters", 200),
        section.integer("poolSize", 1));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("kernelSize", kernelSize);
    settings.put("filters", filters);
    settings.put("poolSize", poolSize);
    return settings;
  }

  @Override
  public Layer layer(Torch device, int inputSize) {
    return new Trainable(device, inputSize, kernelSize, filters, poolSize);
  }

  @Override
  public Weights weights(TrainedTensors tensors) {
    return new Weights(
        kernelSize, tensors.matrix("kernel"), tensors.floats("kernel_bias"), poolSize);
  }

  /**
   * Every row of a batch is multiplied with the filters once per position in the window, and a
   * token sums the products of the words around it: several times fewer products than sliding the
   * filters over the text. Tanh follows the pooling, which has the same result and is less work.
   */
  private static final class Trainable implements Layer {
    /** Below every sum of a filter; its tanh is finite. */
    private static final float PADDING_SUM = -1e4f;

    private final Torch device;
    private final int inputSize;
    private final int kernelSize;
    private final int filters;
    private final MaxPooling pooling;

    /** One row per input dimension; the filters' columns for each position in turn. */
    private final Parameter kernel;

    private final Parameter bias;

    private Tensor vectors;
    private Incidence windows;
    private Tensor states;

    Trainable(Torch device, int inputSize, int kernelSize, int filters, int poolSize) {
      this.device = device;
      this.inputSize = inputSize;
      this.kernelSize = kernelSize;
      this.filters = filters;
      this.pooling = new MaxPooling(device, poolSize, PADDING_SUM);
      double bound = Math.sqrt(6.0 / (kernelSize * inputSize + filters));
      this.kernel =
          new Parameter(
              "encoder.kernel", device.uniform(bound, inputSize, (long) kernelSize * filters));
      this.bias = new Parameter("encoder.bias", device.zeros(filters));
    }

    @Override
    public int outputSize() {
      return filters;
    }

    @Override
    public EncodedBatch forward(Batch batch, Tensor vectors) {
      this.vectors = vectors;
      int pooled = pooling.pooled(batch.tokens());
      windows = windows(batch, pooled * pooling.poolSize());
      Tensor products = vectors.mm(kernel.value()).view(-1, filters);
      Tensor sums =
          device
              .sumRows(products, windows)
              .add_(bias.value())
              .view(batch.size(), pooled, pooling.poolSize(), filters);
      states = pooling.forward(sums, batch.lengths()).tanh();
      int[] lengths = Arrays.stream(batch.lengths()).map(pooling::pooled).toArray();
      return new EncodedBatch(states, pooled, lengths);
    }

    @Override
    public Tensor backward(Tensor gradient) {
      Tensor slope = pooling.backward(torch.tanh_backward(gradient, states));
      bias.add(slope.sum(0));
      Tensor products =
          device
              .sumRows(slope, windows.inverse(Math.toIntExact(vectors.size(0)) * kernelSize))
              .view(-1, (long) kernelSize * filters);
      kernel.add(vectors.t().mm(products));
      return products.mm(kernel.value().t());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(kernel, bias);
    }

    @Override
    public Weights weights() {
      float[] mine = Torch.toArray(kernel.value());
      float[] values = new float[mine.length];
      for (int input = 0; input < inputSize; input++) {
        for (int position = 0; position < kernelSize; position++) {
          System.arraycopy(
              mine,
              (input * kernelSize + position) * filters,
              values,
              (position * inputSize + input) * filters,
              filters);
        }
      }
      return new Weights(
          kernelSize,
          new Matrix(kernelSize * inputSize, filters, values),
          Torch.toArray(bias.value()),
          pooling.poolSize());
    }

    /** Which products each token sums; product {@code row * kernelSize + position}. */
    private Incidence windows(Batch batch, int tokensOfAct) {
      long[] products = new long[batch.size() * tokensOfAct * kernelSize];
      long[] starts = new long[batch.size() * tokensOfAct];
      int count = 0;
      for (int act = 0; act < batch.size(); act++) {
        int first = act * batch.tokens();
        int length = batch.lengths()[act];
        for (int token = 0; token < tokensOfAct; token++) {
          starts[act * tokensOfAct + token] = count;
          for (int position = 0; position < kernelSize && token < length; position++) {
            int seen = token + position - kernelSize / 2;
            if (seen >= 0 && seen < length && batch.rows()[first + seen] != Batch.NONE) {
              products[count++] = (long) batch.rows()[first + seen] * kernelSize + position;
            }
          }
        }
      }
      return new Incidence(Arrays.copyOf(products, count), starts);
    }
  }

  /**
   * A trained convolution.
   *
   * @param kernel {@code kernelSize * inputSize} rows (the vector of the first word in the window,
   *     then of the next ...) and one column per filter
   * @param bias one per filter
   */
  public record Weights(int kernelSize, Matrix kernel, float[] bias, int poolSize)
      implements Encoder.Weights {
    /** Below every sum of a filter. */
    private static final float PADDING_SUM = -1e30f;

    public Weights {
      if (kernelSize < 1 || kernelSize % 2 == 0 || kernel.rows() % kernelSize != 0) {
        throw new IllegalArgumentException(
            "a filter over " + kernelSize + " words cannot have " + kernel.rows() + " rows");
      }
      if (bias.length != kernel.columns() || poolSize < 1) {
        throw new IllegalArgumentException(
            bias.length + " biases for " + kernel.columns() + " filters, pooled by " + poolSize);
      }
    }

    @Override
    public Convolution spec() {
      return new Convolution(kernelSize, outputSize(), poolSize);
    }

    @Override
    public int inputSize() {
      return kernel.rows() / kernelSize;
    }

    @Override
    public int outputSize() {
      return kernel.columns();
    }

    @Override
    public int tokensPerState() {
      return poolSize;
    }

    /** Concatenates the vectors of neighbouring words, then one matrix product. */
    @Override
    public EncodedStates export(ExportContext context, TokenVectors tokens) {
      GraphBuilder graph = context.graph();
      int reach = kernelSize / 2;
      String window = tokens.values();
      if (reach > 0) {
        String padded = graph.node("Pad", window, graph.longs(0, reach, 0, 0, reach, 0));
        String[] neighbours = new String[kernelSize];
        for (int position = 0; position < kernelSize; position++) {
          long end = position == 2 * reach ? Long.MAX_VALUE : position - 2L * reach;
          neighbours[position] =
              graph.node("Slice", padded, graph.longs(position), graph.longs(end), graph.longs(1));
        }
        window = graph.node("Concat", List.of(attribute("axis", 2)), neighbours);
      }
      String sums =
          graph.node(
              "Add",
              graph.node("MatMul", window, graph.matrix("kernel", kernel)),
              graph.floats("kernel_bias", bias, bias.length));
      // tanh is monotonic, so the maximum may be taken first: less work
      EncodedStates pooled =
          MaxPooling.export(graph, poolSize, outputSize(), sums, PADDING_SUM, tokens);
      return new EncodedStates(graph.node("Tanh", pooled.values()), pooled.lengths());
    }

    @Override
    public double[][] reference(double[][] vectors, int[] sectionLengths) {
      double[][] tokens = new double[vectors.length][outputSize()];
      for (int word = 0; word < vectors.length; word++) {
        for (int filter = 0; filter < outputSize(); filter++) {
          tokens[word][filter] = Math.tanh(sum(vectors, word, filter));
        }
      }
      return MaxPooling.reference(tokens, poolSize);
    }

    private double sum(double[][] vectors, int word, int filter) {
      double sum = bias[filter];
      for (int position = 0; position < kernelSize; position++) {
        int seen = word + position - kernelSize / 2;
        if (seen >= 0 && seen < vectors.length) {
          for (int i = 0; i < inputSize(); i++) {
            sum += vectors[seen][i] * kernel.at(position * inputSize() + i, filter);
          }
        }
      }
      return sum;
    }
  }
}
