package org.solrlmtc.training.neural;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.weights.ConvolutionWeights;
import org.solrlmtc.training.neural.weights.Matrix;

/**
 * A convolution over neighbouring words. Every row of a batch is multiplied with the filters once
 * for each place in the window, and a token sums what the words around it give: several times fewer
 * products than sliding the filters over the text. Tanh follows the pooling, which gives the same
 * as before it and is less work.
 */
final class ConvolutionEncoder implements Encoder {
  /** Below every sum of a filter; its tanh is a number. */
  private static final float BELOW_SUMS = -1e4f;

  private final Torch device;
  private final int inputSize;
  private final int width;
  private final int filters;
  private final Pooling pooling;

  /** A row for every number of a word vector; the filters' columns for each place in turn. */
  private final Parameter kernel;

  private final Parameter bias;

  private Tensor vectors;
  private Incidence windows;
  private Tensor states;

  ConvolutionEncoder(Torch device, int inputSize, int width, int filters, int pool) {
    this.device = device;
    this.inputSize = inputSize;
    this.width = width;
    this.filters = filters;
    this.pooling = new Pooling(device, pool, BELOW_SUMS);
    double bound = Math.sqrt(6.0 / (width * inputSize + filters));
    this.kernel =
        new Parameter("encoder.kernel", device.uniform(bound, inputSize, (long) width * filters));
    this.bias = new Parameter("encoder.bias", device.zeros(filters));
  }

  @Override
  public int outputSize() {
    return filters;
  }

  @Override
  public Encoded forward(Batch batch, Tensor vectors) {
    this.vectors = vectors;
    int pooled = pooling.pooled(batch.tokens());
    windows = windows(batch, pooled * pooling.pool());
    Tensor given = vectors.mm(kernel.value()).view(-1, filters);
    Tensor sums =
        device
            .sumRows(given, windows)
            .add_(bias.value())
            .view(batch.size(), pooled, pooling.pool(), filters);
    states = pooling.forward(sums, batch.lengths()).tanh();
    int[] lengths = Arrays.stream(batch.lengths()).map(pooling::pooled).toArray();
    return new Encoded(states, pooled, lengths);
  }

  @Override
  public Tensor backward(Tensor gradient) {
    Tensor slope = pooling.backward(torch.tanh_backward(gradient, states));
    bias.add(slope.sum(0));
    Tensor given =
        device
            .sumRows(slope, windows.inverse(Math.toIntExact(vectors.size(0)) * width))
            .view(-1, (long) width * filters);
    kernel.add(vectors.t().mm(given));
    return given.mm(kernel.value().t());
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(kernel, bias);
  }

  @Override
  public ConvolutionWeights weights() {
    float[] mine = Torch.toArray(kernel.value());
    float[] values = new float[mine.length];
    for (int input = 0; input < inputSize; input++) {
      for (int place = 0; place < width; place++) {
        System.arraycopy(
            mine,
            (input * width + place) * filters,
            values,
            (place * inputSize + input) * filters,
            filters);
      }
    }
    return new ConvolutionWeights(
        width,
        new Matrix(width * inputSize, filters, values),
        Torch.toArray(bias.value()),
        pooling.pool());
  }

  /** Which products each token sums; product {@code row * width + place}. */
  private Incidence windows(Batch batch, int tokensOfAct) {
    long[] products = new long[batch.size() * tokensOfAct * width];
    long[] starts = new long[batch.size() * tokensOfAct];
    int count = 0;
    for (int act = 0; act < batch.size(); act++) {
      int first = act * batch.tokens();
      int length = batch.lengths()[act];
      for (int token = 0; token < tokensOfAct; token++) {
        starts[act * tokensOfAct + token] = count;
        for (int place = 0; place < width && token < length; place++) {
          int seen = token + place - width / 2;
          if (seen >= 0 && seen < length && batch.rows()[first + seen] != Batch.NONE) {
            products[count++] = (long) batch.rows()[first + seen] * width + place;
          }
        }
      }
    }
    return new Incidence(Arrays.copyOf(products, count), starts);
  }
}
