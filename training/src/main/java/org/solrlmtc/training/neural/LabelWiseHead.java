package org.solrlmtc.training.neural;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.weights.LabelWiseWeights;
import org.solrlmtc.training.neural.weights.Matrix;

/**
 * An attention of its own for every label. The sum of the tokens that a label looks at is never
 * made: the label's score is the attention's mean of what each token alone says ({@link
 * LabelWiseWeights}), and the gradient follows from the same two products.
 */
final class LabelWiseHead implements Head {
  private final Torch device;
  private final Optional<Parameter> keys;
  private final Parameter queries;
  private final Parameter outputs;
  private final Parameter bias;

  private Encoded encoded;
  private Rows labels;
  private Tensor looked;
  private Tensor chosenQueries;
  private Tensor chosenOutputs;
  private Tensor attention;
  private Tensor said;
  private Tensor means;

  /**
   * @param querySize numbers of a query; 0 to look at the encoded tokens themselves
   * @param biases where each label's score starts
   */
  LabelWiseHead(Torch device, int inputSize, int querySize, float[] biases) {
    this.device = device;
    int size = querySize == 0 ? inputSize : querySize;
    this.keys =
        querySize == 0
            ? Optional.empty()
            : Optional.of(
                new Parameter(
                    "head.keys", device.normal(1 / Math.sqrt(inputSize), inputSize, querySize)));
    this.queries = new Parameter("head.queries", device.normal(0.05, biases.length, size));
    this.outputs = new Parameter("head.outputs", device.normal(0.05, biases.length, inputSize));
    this.bias = new Parameter("head.bias", device.of(biases, biases.length));
  }

  @Override
  public Tensor forward(Encoded encoded, Rows labels) {
    this.encoded = encoded;
    this.labels = labels;
    long[] shape = {labels.size(), encoded.acts(), encoded.tokens()};
    looked = keys.map(key -> encoded.states().mm(key.value())).orElse(encoded.states());
    chosenQueries = queries.select(labels);
    chosenOutputs = outputs.select(labels);
    // tokens last: the softmax is four times faster there
    Tensor scores = chosenQueries.mm(looked.t()).view(shape);
    encoded.padding(device).ifPresent(scores::add_);
    attention = scores.softmax(2);
    said = chosenOutputs.mm(encoded.states().t()).view(shape);
    means = attention.mul(said).sum(2);
    return means.add(bias.select(labels).unsqueeze(1));
  }

  @Override
  public Tensor backward(Tensor gradient) {
    long[] flat = {labels.size(), (long) encoded.acts() * encoded.tokens()};
    Tensor saidGradient = attention.mul_(gradient.unsqueeze(2));
    Tensor scoreGradient = said.sub_(means.unsqueeze(2)).mul_(saidGradient).view(flat);
    saidGradient = saidGradient.view(flat);
    outputs.add(labels, saidGradient.mm(encoded.states()));
    queries.add(labels, scoreGradient.mm(looked));
    bias.add(labels, gradient.sum(1));
    Tensor states = saidGradient.t().mm(chosenOutputs);
    if (keys.isEmpty()) {
      return states.addmm_(scoreGradient.t(), chosenQueries);
    }
    Tensor lookedGradient = scoreGradient.t().mm(chosenQueries);
    keys.get().add(encoded.states().t().mm(lookedGradient));
    return states.addmm_(lookedGradient, keys.get().value().t());
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(List.of(queries, outputs, bias));
    keys.ifPresent(parameters::add);
    return parameters;
  }

  @Override
  public LabelWiseWeights weights() {
    return new LabelWiseWeights(
        keys.map(LabelWiseHead::matrix),
        matrix(queries),
        matrix(outputs),
        Torch.toArray(bias.value()));
  }

  private static Matrix matrix(Parameter parameter) {
    return new Matrix(
        parameter.rows(),
        Math.toIntExact(parameter.value().size(1)),
        Torch.toArray(parameter.value()));
  }
}
