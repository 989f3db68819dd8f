package org.solrlmtc.training.neural.layer;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.gru.Sequences;
import org.solrlmtc.training.neural.tensor.Incidence;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * Attention in training: each sequence of states becomes their weighted sum. Only states that exist
 * are multiplied, whatever the lengths of the sequences are.
 */
final class AttentionPooling {
  /** Far below every energy, but finite. */
  private static final float MASKED = -1e9f;

  private final Torch device;
  private final Energy energy;

  private Tensor states;
  private Tensor shares;
  private Tensor sequenceOfPlace;
  private int sequences;

  /**
   * @param name prefix of the names of parameters
   * @param contextDimension dimension of the context vector; 0 for none
   */
  AttentionPooling(Torch device, String name, int inputSize, int contextDimension) {
    this.device = device;
    this.energy =
        contextDimension == 0
            ? new Direct(device, name, inputSize)
            : new Context(device, name, inputSize, contextDimension);
  }

  /**
   * Pools.
   *
   * @param places one state per place; padding has any value
   * @return one row per sequence
   */
  Tensor forward(Sequences read, Tensor places) {
    states = places;
    sequences = read.size();
    int width = read.longest();
    long[] padded = new long[sequences * width];
    Arrays.fill(padded, read.places());
    long[] unpadded = new long[read.places()];
    // padding gets its share from the column after the last one
    Arrays.fill(unpadded, padded.length);
    long[] owners = new long[read.places()];
    Arrays.fill(owners, sequences);
    long[] items = new long[Arrays.stream(read.lengths()).sum()];
    long[] starts = new long[sequences];
    int count = 0;
    for (int sequence = 0; sequence < sequences; sequence++) {
      starts[sequence] = count;
      for (int i = 0; i < read.lengths()[sequence]; i++) {
        int place = read.starts()[sequence] + i;
        padded[sequence * width + i] = place;
        unpadded[place] = (long) sequence * width + i;
        owners[place] = sequence;
        items[count++] = place;
      }
    }
    sequenceOfPlace = device.of(owners);
    Tensor none = device.zeros(1).fill_(Torch.scalar(MASKED));
    Tensor softmax =
        torch
            .cat(new TensorVector(energy.forward(states), none), 0)
            .index_select(0, device.of(padded))
            .view(sequences, width)
            .softmax(1)
            .view(-1);
    shares =
        torch
            .cat(new TensorVector(softmax, device.zeros(1)), 0)
            .index_select(0, device.of(unpadded))
            .unsqueeze(1);
    return device.sumRows(states.mul(shares), new Incidence(items, starts));
  }

  /**
   * Adds to the gradients of its parameters.
   *
   * @param gradient of the sums
   * @return the gradient of the states; zeros for padding
   */
  Tensor backward(Tensor gradient) {
    Tensor ofPlaces =
        torch
            .cat(new TensorVector(gradient, device.zeros(1, gradient.size(1))), 0)
            .index_select(0, sequenceOfPlace);
    Tensor shareGradient = states.mul(ofPlaces).sum(1).unsqueeze(1);
    Tensor weighted = shareGradient.mul(shares);
    Tensor means = device.zeros(sequences + 1L, 1).index_add_(0, sequenceOfPlace, weighted);
    Tensor energyGradient =
        weighted.sub_(means.index_select(0, sequenceOfPlace).mul_(shares)).squeeze(1);
    return energy.backward(energyGradient, ofPlaces.mul_(shares));
  }

  List<Parameter> parameters() {
    return energy.parameters();
  }

  AttentionEnergy weights() {
    return energy.weights();
  }

  /** How much a state counts. */
  private interface Energy {
    /** One energy per state. */
    Tensor forward(Tensor states);

    /**
     * Adds to the gradients of its parameters.
     *
     * @param gradient of the energies
     * @param others the other part of the gradient of the states; changed
     * @return the gradient of the states
     */
    Tensor backward(Tensor gradient, Tensor others);

    List<Parameter> parameters();

    AttentionEnergy weights();
  }

  /** {@code tanh(attention . h + bias)}. */
  private static final class Direct implements Energy {
    private final Parameter attention;
    private final Parameter bias;

    private Tensor states;
    private Tensor energies;

    Direct(Torch device, String name, int inputSize) {
      double bound = Math.sqrt(6.0 / (inputSize + 1));
      attention = new Parameter(name + ".attention", device.uniform(bound, inputSize, 1));
      bias = new Parameter(name + ".attentionBias", device.zeros(1));
    }

    @Override
    public Tensor forward(Tensor input) {
      states = input;
      energies = states.mm(attention.value()).add_(bias.value()).tanh_();
      return energies.squeeze(1);
    }

    @Override
    public Tensor backward(Tensor gradient, Tensor others) {
      Tensor slope = torch.tanh_backward(gradient.unsqueeze(1), energies);
      attention.add(states.t().mm(slope));
      bias.add(slope.sum().view(1));
      return others.addmm_(slope, attention.value().t());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(attention, bias);
    }

    @Override
    public AttentionEnergy weights() {
      return new AttentionEnergy.Direct(
          Torch.toArray(attention.value()), Torch.toArray(bias.value())[0]);
    }
  }

  /** {@code context . tanh(weight h + bias)}. */
  private static final class Context implements Energy {
    private final Parameter weight;
    private final Parameter bias;
    private final Parameter context;

    private Tensor states;
    private Tensor projected;

    Context(Torch device, String name, int inputSize, int dimension) {
      double bound = Math.sqrt(6.0 / (inputSize + dimension));
      weight = new Parameter(name + ".attention", device.uniform(bound, dimension, inputSize));
      bias = new Parameter(name + ".attentionBias", device.zeros(dimension));
      context =
          new Parameter(
              name + ".attentionContext",
              device.uniform(Math.sqrt(6.0 / (dimension + 1)), dimension, 1));
    }

    @Override
    public Tensor forward(Tensor input) {
      states = input;
      projected = bias.value().addmm(states, weight.value().t()).tanh_();
      return projected.mm(context.value()).squeeze(1);
    }

    @Override
    public Tensor backward(Tensor gradient, Tensor others) {
      Tensor column = gradient.unsqueeze(1);
      context.add(projected.t().mm(column));
      Tensor slope = torch.tanh_backward(column.mm(context.value().t()), projected);
      weight.add(slope.t().mm(states));
      bias.add(slope.sum(0));
      return others.addmm_(slope, weight.value());
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(weight, bias, context);
    }

    @Override
    public AttentionEnergy weights() {
      return new AttentionEnergy.Context(
          weight.matrix(), Torch.toArray(bias.value()), Torch.toArray(context.value()));
    }
  }
}
