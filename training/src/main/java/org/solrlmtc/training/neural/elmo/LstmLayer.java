package org.solrlmtc.training.neural.elmo;

import java.util.Optional;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * A layer of one direction, an LSTM with a projection, over a batch of texts: step by step as
 * matrix products, with a backward pass by hand. LibTorch's own has neither the bounds nor a fast
 * backward pass on a CPU. What outlives a pass is allocated by {@link #prepare}, so that the passes
 * themselves can run on a thread of their own.
 */
public final class LstmLayer {
  private static final int GATES = 4;

  private final Torch device;
  private final ElmoOptions options;
  private final Weights weights;
  private final int cellSize;
  private final int size;

  private int steps;
  private int texts;

  /** Per step and text: input gate, candidate, forget gate, output gate. */
  private Tensor gates;

  /** The states; the first is zero. */
  private Tensor states;

  /** The memories; the first is zero. */
  private Tensor memories;

  /** What is projected. */
  private Tensor outputs;

  private Tensor gateGradients;
  private Tensor stateGradients;

  LstmLayer(Torch device, ElmoOptions options, Weights weights) {
    this.device = device;
    this.options = options;
    this.weights = weights;
    this.cellSize = options.cellSize();
    this.size = options.size();
  }

  /**
   * Tensors of {@link ElmoWeights.Cell}, or gradients of them.
   *
   * @param bias with that of the forget gate as it is computed with
   */
  public record Weights(Tensor input, Tensor recurrent, Tensor bias, Optional<Tensor> projection) {
    static Weights of(Torch device, ElmoWeights.Cell cell) {
      return new Weights(
          device.of(cell.input().values(), cell.input().rows(), cell.input().columns()),
          device.of(cell.recurrent().values(), cell.recurrent().rows(), cell.recurrent().columns()),
          device.of(cell.effectiveBias(), cell.bias().length),
          cell.projection()
              .map(matrix -> device.of(matrix.values(), matrix.rows(), matrix.columns())));
    }
  }

  /** Allocates memory for a batch. */
  void prepare(int newSteps, int newTexts) {
    steps = newSteps;
    texts = newTexts;
    gates = device.zeros(steps, texts, (long) GATES * cellSize);
    states = device.zeros(steps + 1L, texts, size);
    memories = device.zeros(steps + 1L, texts, cellSize);
    outputs =
        weights.projection.isPresent()
            ? device.zeros(steps, texts, cellSize)
            : states.narrow(0, 1, steps);
  }

  /**
   * Reads the inputs step by step.
   *
   * @param inputs {@code [steps, texts, size]}
   */
  void read(Tensor inputs) {
    torch.addmm_out(
        gates.view(-1, (long) GATES * cellSize),
        weights.bias,
        inputs.view(-1, size),
        weights.input);
    for (int i = 0; i < steps; i++) {
      int step = i;
      Torch.scoped(() -> step(step));
    }
  }

  private void step(int step) {
    Tensor gate = gates.select(0, step);
    gate.addmm_(states.select(0, step), weights.recurrent);
    Tensor in = gate.narrow(1, 0, cellSize).sigmoid_();
    Tensor candidate = gate.narrow(1, cellSize, cellSize).tanh_();
    gate.narrow(1, 2L * cellSize, 2L * cellSize).sigmoid_();
    Tensor memory = memories.select(0, step + 1);
    torch.mul_out(memory, gate.narrow(1, 2L * cellSize, cellSize), memories.select(0, step));
    memory.addcmul_(in, candidate);
    clip(memory, options.cellClip());
    Tensor output = outputs.select(0, step);
    torch.tanh_out(output, memory);
    output.mul_(gate.narrow(1, 3L * cellSize, cellSize));
    if (weights.projection.isPresent()) {
      Tensor state = states.select(0, step + 1);
      torch.mm_out(state, output, weights.projection.get());
      clip(state, options.projectionClip());
    }
  }

  private static void clip(Tensor values, double bound) {
    if (Double.isFinite(bound)) {
      values.clamp_(
          new ScalarOptional(Torch.scalar(-bound)), new ScalarOptional(Torch.scalar(bound)));
    }
  }

  /** The states after each step, {@code [steps, texts, size]}. */
  Tensor states() {
    return states.narrow(0, 1, steps);
  }

  /** Allocates memory for the gradients. */
  void prepareGradients() {
    gateGradients = device.zeros(steps, texts, (long) GATES * cellSize);
    stateGradients = device.zeros(steps, texts, size);
  }

  /**
   * Backpropagation through time.
   *
   * @param gradients of the states
   */
  void readBack(Tensor gradients) {
    Tensor memoryGradient = device.zeros(texts, cellSize);
    Tensor recurrentGradient = device.zeros(texts, size);
    for (int i = steps - 1; i >= 0; i--) {
      int step = i;
      Torch.scoped(() -> stepBack(step, gradients, memoryGradient, recurrentGradient));
    }
  }

  private void stepBack(
      int step, Tensor gradients, Tensor memoryGradient, Tensor recurrentGradient) {
    Tensor gate = gates.select(0, step);
    Tensor in = gate.narrow(1, 0, cellSize);
    Tensor candidate = gate.narrow(1, cellSize, cellSize);
    Tensor forget = gate.narrow(1, 2L * cellSize, cellSize);
    Tensor out = gate.narrow(1, 3L * cellSize, cellSize);
    Tensor memory = memories.select(0, step + 1);
    Tensor before = memories.select(0, step);
    Tensor stateGradient = stateGradients.select(0, step);
    torch.add_out(stateGradient, gradients.select(0, step), recurrentGradient);
    Tensor outputGradient = stateGradient;
    if (weights.projection.isPresent()) {
      mask(stateGradient, states.select(0, step + 1), options.projectionClip());
      outputGradient = stateGradient.mm(weights.projection.get().t());
    }
    Tensor squashed = memory.tanh();
    Tensor gradient = gateGradients.select(0, step);
    torch.mul_out(gradient.narrow(1, 3L * cellSize, cellSize), outputGradient, squashed);
    memoryGradient.add_(torch.tanh_backward(outputGradient.mul(out), squashed));
    mask(memoryGradient, memory, options.cellClip());
    torch.mul_out(gradient.narrow(1, 0, cellSize), memoryGradient, candidate);
    Tensor ofCandidate = gradient.narrow(1, cellSize, cellSize);
    ofCandidate.copy_(torch.tanh_backward(memoryGradient.mul(in), candidate));
    torch.mul_out(gradient.narrow(1, 2L * cellSize, cellSize), memoryGradient, before);
    Tensor ofIn = gradient.narrow(1, 0, cellSize);
    ofIn.copy_(torch.sigmoid_backward(ofIn, in));
    Tensor ofBoth = gradient.narrow(1, 2L * cellSize, 2L * cellSize);
    ofBoth.copy_(torch.sigmoid_backward(ofBoth, gate.narrow(1, 2L * cellSize, 2L * cellSize)));
    memoryGradient.mul_(forget);
    torch.mm_out(recurrentGradient, gradient, weights.recurrent.t());
  }

  /** A value at its bound has no gradient. */
  private static void mask(Tensor gradient, Tensor value, double bound) {
    if (Double.isFinite(bound)) {
      gradient.mul_(value.abs().lt(Torch.scalar(bound)));
    }
  }

  /** The gradient of the inputs, {@code [steps * texts, size]}. */
  Tensor inputGradients() {
    return gateGradients.view(-1, (long) GATES * cellSize).mm(weights.input.t());
  }

  /**
   * The gradients of the weights.
   *
   * @param inputs of the forward pass
   */
  Weights weightGradients(Tensor inputs) {
    Tensor flat = gateGradients.view(-1, (long) GATES * cellSize);
    return new Weights(
        inputs.view(-1, size).t().mm(flat),
        states.narrow(0, 0, steps).view(-1, size).t().mm(flat),
        flat.sum(0),
        weights.projection.map(
            matrix -> outputs.view(-1, cellSize).t().mm(stateGradients.view(-1, size))));
  }
}
