package org.solrlmtc.training.neural.layer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Incidence;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A gated recurrent unit that reads texts in one direction. Words are multiplied with the input
 * weights once per row of a batch, not once per token; the gradients of the weights over all time
 * steps are one product. The remaining work per step is small and runs on one thread; the other
 * direction runs on another.
 *
 * <p>Each act is read from its own first (or last) word, so that padding follows the text in both
 * directions and has no effect.
 */
final class GruDirection {
  private final Torch device;
  private final int hiddenSize;
  private final boolean reversed;
  private final Parameter input;
  private final Parameter recurrent;
  private final Parameter inputBias;
  private final Parameter recurrentBias;

  private Tensor vectors;
  private Incidence reads;
  private int acts;
  private int steps;
  private long[] positions;

  /** Per step and act: reset gate, update gate and candidate state. */
  private Tensor gates;

  /** Recurrent part of the candidate state, before the reset gate. */
  private Tensor recurrentCandidate;

  /** The states; the first is zero. */
  private Tensor states;

  private Tensor gradients;
  private Tensor candidateGradients;

  GruDirection(Torch device, String name, int inputSize, int hiddenSize, boolean reversed) {
    this.device = device;
    this.hiddenSize = hiddenSize;
    this.reversed = reversed;
    double bound = 1 / Math.sqrt(hiddenSize);
    String prefix = "encoder." + name + ".";
    this.input = new Parameter(prefix + "input", device.uniform(bound, 3L * hiddenSize, inputSize));
    this.recurrent =
        new Parameter(prefix + "recurrent", device.uniform(bound, 3L * hiddenSize, hiddenSize));
    this.inputBias = new Parameter(prefix + "inputBias", device.zeros(3L * hiddenSize));
    this.recurrentBias = new Parameter(prefix + "recurrentBias", device.zeros(3L * hiddenSize));
  }

  /** Computes what does not depend on the states, for all steps at once on all threads. */
  void prepare(Batch batch, Tensor rowVectors) {
    vectors = rowVectors;
    acts = batch.size();
    steps = batch.tokens();
    long[] rows = new long[steps * acts];
    positions = new long[acts * steps];
    int none = batch.rowCount();
    for (int act = 0; act < acts; act++) {
      for (int token = 0; token < steps; token++) {
        int length = batch.lengths()[act];
        int step = reversed && token < length ? length - 1 - token : token;
        int row = batch.rows()[act * steps + token];
        rows[step * acts + act] = row == Batch.NONE ? none : row;
        positions[act * steps + token] = (long) step * acts + act;
      }
    }
    long[] starts = new long[rows.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = i;
    }
    reads = new Incidence(rows, starts);
    Tensor given = device.zeros(none + 1L, 3L * hiddenSize).add_(inputBias.value());
    given.narrow(0, 0, none).addmm_(vectors, input.value().t());
    gates = given.index_select(0, device.of(rows)).view(steps, acts, 3L * hiddenSize);
    recurrentCandidate = device.zeros(steps, acts, hiddenSize);
    states = device.zeros(steps + 1L, acts, hiddenSize);
  }

  /** Computes the states step by step. */
  void read() {
    Tensor weights = recurrent.value().t();
    for (int i = 0; i < steps; i++) {
      int step = i;
      Torch.scoped(
          () -> {
            Tensor state = states.select(0, step);
            Tensor given = gates.select(0, step);
            Tensor fromState = recurrentBias.value().addmm(state, weights);
            Tensor both = given.narrow(1, 0, 2L * hiddenSize);
            both.add_(fromState.narrow(1, 0, 2L * hiddenSize)).sigmoid_();
            Tensor reset = given.narrow(1, 0, hiddenSize);
            Tensor update = given.narrow(1, hiddenSize, hiddenSize);
            Tensor candidate = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor remembered = recurrentCandidate.select(0, step);
            remembered.copy_(fromState.narrow(1, 2L * hiddenSize, hiddenSize));
            candidate.addcmul_(reset, remembered).tanh_();
            torch.lerp_out(states.select(0, step + 1), candidate, state, update);
          });
    }
  }

  /** The states in the order of the text: one row per token of each act. */
  Tensor states() {
    return states.narrow(0, 1, steps).view(-1, hiddenSize).index_select(0, device.of(positions));
  }

  /**
   * Prepares the backward pass.
   *
   * @param gradient of {@link #states()}
   */
  void prepareGradients(Tensor gradient) {
    gradients = device.zeros(steps, acts, 3L * hiddenSize);
    candidateGradients = device.zeros(steps, acts, hiddenSize);
    candidateGradients.view(-1, hiddenSize).index_copy_(0, device.of(positions), gradient);
  }

  /** Backpropagation through time. */
  void readBack() {
    Tensor stateGradient = device.zeros(acts, hiddenSize);
    for (int i = steps - 1; i >= 0; i--) {
      int step = i;
      Torch.scoped(
          () -> {
            Tensor state = states.select(0, step);
            Tensor given = gates.select(0, step);
            Tensor reset = given.narrow(1, 0, hiddenSize);
            Tensor update = given.narrow(1, hiddenSize, hiddenSize);
            Tensor candidate = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor gradient = gradients.select(0, step);
            Tensor candidateGradient = candidateGradients.select(0, step);
            stateGradient.add_(candidateGradient);
            // state' = candidate + update * (state - candidate)
            torch.mul_out(
                gradient.narrow(1, hiddenSize, hiddenSize), state.sub(candidate), stateGradient);
            Tensor kept = stateGradient.mul(update);
            torch.tanh_backward_out(candidateGradient, stateGradient.sub(kept), candidate);
            torch.mul_out(
                gradient.narrow(1, 0, hiddenSize),
                candidateGradient,
                recurrentCandidate.select(0, step));
            torch.mul_out(
                gradient.narrow(1, 2L * hiddenSize, hiddenSize), candidateGradient, reset);
            Tensor both = gradient.narrow(1, 0, 2L * hiddenSize);
            both.copy_(torch.sigmoid_backward(both, given.narrow(1, 0, 2L * hiddenSize)));
            torch.addmm_out(stateGradient, kept, gradient, recurrent.value());
          });
    }
  }

  /** Adds to the gradients of its parameters, and returns the gradient of the vectors. */
  Tensor finishGradients() {
    Tensor flat = gradients.view(-1, 3L * hiddenSize);
    recurrent.add(flat.t().mm(states.narrow(0, 0, steps).view(-1, hiddenSize)));
    recurrentBias.add(flat.sum(0));
    gradients.narrow(2, 2L * hiddenSize, hiddenSize).copy_(candidateGradients);
    inputBias.add(flat.sum(0));
    int rows = Math.toIntExact(vectors.size(0));
    Tensor given = device.sumRows(flat, reads.inverse(rows + 1)).narrow(0, 0, rows);
    input.add(given.t().mm(vectors));
    return given.mm(input.value());
  }

  List<Parameter> parameters() {
    return List.of(input, recurrent, inputBias, recurrentBias);
  }

  BiGru.Direction weights() {
    return new BiGru.Direction(
        input.matrix(),
        recurrent.matrix(),
        Torch.toArray(inputBias.value()),
        Torch.toArray(recurrentBias.value()));
  }
}
