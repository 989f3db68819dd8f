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
 * weights once for each row of a batch, not once for each token; weights are learnt from all time
 * steps in one product. What is left for each step is small, and runs on one thread: the other
 * direction has the other.
 *
 * <p>Acts are read from their own first (or last) word on, so padding comes after the text in
 * either direction and nothing depends on it.
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
  private long[] places;

  /** For every step and act: reset and update gate, then the new state's proposal. */
  private Tensor gates;

  /** What the recurrent weights make of the state for the proposal, before the reset gate. */
  private Tensor recalled;

  /** The states, the first of them zero. */
  private Tensor states;

  private Tensor gradients;
  private Tensor proposalGradients;

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

  /** Gets ready to read: what can be done for all steps at once, on all threads. */
  void prepare(Batch batch, Tensor rowVectors) {
    vectors = rowVectors;
    acts = batch.size();
    steps = batch.tokens();
    long[] rows = new long[steps * acts];
    places = new long[acts * steps];
    int none = batch.words().length;
    for (int act = 0; act < acts; act++) {
      for (int token = 0; token < steps; token++) {
        int length = batch.lengths()[act];
        int step = reversed && token < length ? length - 1 - token : token;
        int row = batch.rows()[act * steps + token];
        rows[step * acts + act] = row == Batch.NONE ? none : row;
        places[act * steps + token] = (long) step * acts + act;
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
    recalled = device.zeros(steps, acts, hiddenSize);
    states = device.zeros(steps + 1L, acts, hiddenSize);
  }

  /** Reads: step after step. */
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
            Tensor proposal = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor remembered = recalled.select(0, step);
            remembered.copy_(fromState.narrow(1, 2L * hiddenSize, hiddenSize));
            proposal.addcmul_(reset, remembered).tanh_();
            torch.lerp_out(states.select(0, step + 1), proposal, state, update);
          });
    }
  }

  /** The states in the order of the text: a row for every token of every act. */
  Tensor states() {
    return states.narrow(0, 1, steps).view(-1, hiddenSize).index_select(0, device.of(places));
  }

  /**
   * Gets ready to learn.
   *
   * @param gradient of {@link #states()}
   */
  void prepareGradients(Tensor gradient) {
    gradients = device.zeros(steps, acts, 3L * hiddenSize);
    proposalGradients = device.zeros(steps, acts, hiddenSize);
    proposalGradients.view(-1, hiddenSize).index_copy_(0, device.of(places), gradient);
  }

  /** Goes back through the steps. */
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
            Tensor proposal = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor gradient = gradients.select(0, step);
            Tensor proposalGradient = proposalGradients.select(0, step);
            stateGradient.add_(proposalGradient);
            // state' = proposal + update * (state - proposal)
            torch.mul_out(
                gradient.narrow(1, hiddenSize, hiddenSize), state.sub(proposal), stateGradient);
            Tensor kept = stateGradient.mul(update);
            torch.tanh_backward_out(proposalGradient, stateGradient.sub(kept), proposal);
            torch.mul_out(
                gradient.narrow(1, 0, hiddenSize), proposalGradient, recalled.select(0, step));
            torch.mul_out(gradient.narrow(1, 2L * hiddenSize, hiddenSize), proposalGradient, reset);
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
    gradients.narrow(2, 2L * hiddenSize, hiddenSize).copy_(proposalGradients);
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
