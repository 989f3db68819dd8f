package org.solrlmtc.training.neural.gru;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Incidence;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A gated recurrent unit that reads sequences in one direction. Rows are multiplied with the input
 * weights once, not once per item; the gradients of the weights over all time steps are one
 * product. The remaining work per step is small and runs on one thread; the other direction runs on
 * another.
 *
 * <p>Each sequence is read from its own first (or last) item. Sequences are sorted by length, so
 * that a step computes only those that have an item left: padding takes no time.
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

  /** Number of sequences. */
  private int sequences;

  /** The sequences that have an item in each step. */
  private int[] active;

  /** Number of items in all steps before each step. */
  private int[] offsets;

  /**
   * Item of each place; the first {@code sequences} ones are the zero states before the first step.
   */
  private long[] itemOfPlace;

  /** Place of each item. */
  private long[] places;

  /** The state before each item. */
  private long[] previous;

  /** Per item: reset gate, update gate and candidate state. */
  private Tensor gates;

  /** Recurrent part of the candidate state, before the reset gate. */
  private Tensor recurrentCandidate;

  /** The states; those before the first step are zero. */
  private Tensor states;

  private Tensor gradients;
  private Tensor candidateGradients;

  /**
   * @param name prefix of the names of parameters
   */
  GruDirection(Torch device, String name, int inputSize, int hiddenSize, boolean reversed) {
    this.device = device;
    this.hiddenSize = hiddenSize;
    this.reversed = reversed;
    double bound = 1 / Math.sqrt(hiddenSize);
    String prefix = name + ".";
    this.input = new Parameter(prefix + "input", device.uniform(bound, 3L * hiddenSize, inputSize));
    this.recurrent =
        new Parameter(prefix + "recurrent", device.uniform(bound, 3L * hiddenSize, hiddenSize));
    this.inputBias = new Parameter(prefix + "inputBias", device.zeros(3L * hiddenSize));
    this.recurrentBias = new Parameter(prefix + "recurrentBias", device.zeros(3L * hiddenSize));
  }

  /** Computes what does not depend on the states, for all steps at once on all threads. */
  void prepare(Sequences read, Tensor rowVectors) {
    vectors = rowVectors;
    int none = read.rowCount();
    long[] rows = order(read);
    long[] starts = new long[rows.length];
    Arrays.setAll(starts, i -> i);
    reads = new Incidence(rows, starts);
    Tensor given = device.zeros(none + 1L, 3L * hiddenSize).add_(inputBias.value());
    given.narrow(0, 0, none).addmm_(vectors, input.value().t());
    gates = given.index_select(0, device.of(rows));
    recurrentCandidate = device.zeros(rows.length, hiddenSize);
    states = device.zeros(sequences + rows.length, hiddenSize);
  }

  /** Orders the items by step, and returns the row of each. */
  private long[] order(Sequences read) {
    sequences = read.size();
    int[] byLength =
        IntStream.range(0, sequences)
            .boxed()
            .sorted(Comparator.comparingInt(i -> -read.lengths()[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int steps = read.longest();
    active = new int[steps];
    offsets = new int[steps];
    int items = Arrays.stream(read.lengths()).sum();
    long[] rows = new long[items];
    places = new long[items];
    previous = new long[items];
    itemOfPlace = new long[read.places()];
    int left = sequences;
    int item = 0;
    for (int step = 0; step < steps; step++) {
      while (read.lengths()[byLength[left - 1]] <= step) {
        left--;
      }
      active[step] = left;
      offsets[step] = item;
      for (int rank = 0; rank < left; rank++) {
        int sequence = byLength[rank];
        int position = reversed ? read.lengths()[sequence] - 1 - step : step;
        int place = read.starts()[sequence] + position;
        int row = read.rows()[place];
        rows[item] = row == Batch.NONE ? read.rowCount() : row;
        places[item] = place;
        previous[item] = step == 0 ? rank : sequences + offsets[step - 1] + rank;
        itemOfPlace[place] = (long) sequences + item;
        item++;
      }
    }
    return rows;
  }

  private Tensor before(int step) {
    return step == 0
        ? states.narrow(0, 0, active[0])
        : states.narrow(0, (long) sequences + offsets[step - 1], active[step]);
  }

  /** The items of a step. */
  private Tensor items(Tensor tensor, int step) {
    return tensor.narrow(0, offsets[step], active[step]);
  }

  /** Computes the states step by step. */
  void read() {
    Tensor weights = recurrent.value().t();
    for (int i = 0; i < active.length; i++) {
      int step = i;
      Torch.scoped(
          () -> {
            Tensor state = before(step);
            Tensor given = items(gates, step);
            Tensor fromState = recurrentBias.value().addmm(state, weights);
            Tensor both = given.narrow(1, 0, 2L * hiddenSize);
            both.add_(fromState.narrow(1, 0, 2L * hiddenSize)).sigmoid_();
            Tensor reset = given.narrow(1, 0, hiddenSize);
            Tensor update = given.narrow(1, hiddenSize, hiddenSize);
            Tensor candidate = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor remembered = items(recurrentCandidate, step);
            remembered.copy_(fromState.narrow(1, 2L * hiddenSize, hiddenSize));
            candidate.addcmul_(reset, remembered).tanh_();
            torch.lerp_out(
                states.narrow(0, (long) sequences + offsets[step], active[step]),
                candidate,
                state,
                update);
          });
    }
  }

  /** The state of each place; zeros for padding. */
  Tensor states() {
    return states.index_select(0, device.of(itemOfPlace));
  }

  /**
   * Prepares the backward pass.
   *
   * @param gradient of {@link #states()}; that of padding is ignored
   */
  void prepareGradients(Tensor gradient) {
    gradients = device.zeros(places.length, 3L * hiddenSize);
    candidateGradients = gradient.index_select(0, device.of(places));
  }

  /** Backpropagation through time. */
  void readBack() {
    Tensor ofStates = device.zeros(sequences, hiddenSize);
    for (int i = active.length - 1; i >= 0; i--) {
      int step = i;
      Torch.scoped(
          () -> {
            Tensor stateGradient = ofStates.narrow(0, 0, active[step]);
            Tensor state = before(step);
            Tensor given = items(gates, step);
            Tensor reset = given.narrow(1, 0, hiddenSize);
            Tensor update = given.narrow(1, hiddenSize, hiddenSize);
            Tensor candidate = given.narrow(1, 2L * hiddenSize, hiddenSize);
            Tensor gradient = items(gradients, step);
            Tensor candidateGradient = items(candidateGradients, step);
            stateGradient.add_(candidateGradient);
            // state' = candidate + update * (state - candidate)
            torch.mul_out(
                gradient.narrow(1, hiddenSize, hiddenSize), state.sub(candidate), stateGradient);
            Tensor kept = stateGradient.mul(update);
            torch.tanh_backward_out(candidateGradient, stateGradient.sub(kept), candidate);
            torch.mul_out(
                gradient.narrow(1, 0, hiddenSize),
                candidateGradient,
                items(recurrentCandidate, step));
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
    recurrent.add(gradients.t().mm(states.index_select(0, device.of(previous))));
    recurrentBias.add(gradients.sum(0));
    gradients.narrow(1, 2L * hiddenSize, hiddenSize).copy_(candidateGradients);
    inputBias.add(gradients.sum(0));
    int rows = Math.toIntExact(vectors.size(0));
    Tensor given = device.sumRows(gradients, reads.inverse(rows + 1)).narrow(0, 0, rows);
    input.add(given.t().mm(vectors));
    return given.mm(input.value());
  }

  List<Parameter> parameters() {
    return List.of(input, recurrent, inputBias, recurrentBias);
  }

  GruWeights.Direction weights() {
    return new GruWeights.Direction(
        input.matrix(),
        recurrent.matrix(),
        Torch.toArray(inputBias.value()),
        Torch.toArray(recurrentBias.value()));
  }
}
