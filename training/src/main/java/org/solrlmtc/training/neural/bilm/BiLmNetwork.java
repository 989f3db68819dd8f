package org.solrlmtc.training.neural.bilm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.elmo.CharacterNetwork;
import org.solrlmtc.training.neural.elmo.ElmoOptions;
import org.solrlmtc.training.neural.elmo.ElmoWeights;
import org.solrlmtc.training.neural.elmo.LstmLayer;
import org.solrlmtc.training.neural.elmo.LstmStack;
import org.solrlmtc.training.neural.elmo.TextRows;
import org.solrlmtc.training.neural.layer.AutogradTape;
import org.solrlmtc.training.neural.tensor.Matrix;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/** A biLM in training: each direction predicts the next word that it reads. */
final class BiLmNetwork {
  private final Torch device;
  private final ElmoOptions options;
  private final int[] targets;
  private final List<String> forms;
  private final CharacterNetwork characters;
  private final List<Parameter> parameters = new ArrayList<>();
  private final Parameter characterVectors;
  private final List<Affine> filters = new ArrayList<>();
  private final List<Affine> transforms = new ArrayList<>();
  private final List<Affine> carries = new ArrayList<>();
  private final Affine projection;
  private final List<Cell> forward = new ArrayList<>();
  private final List<Cell> backward = new ArrayList<>();
  private final SampledSoftmax softmax;

  private record Affine(Parameter weights, Parameter bias) {}

  private record Cell(Parameter input, Parameter recurrent, Parameter bias, Parameter projection) {}

  /**
   * @param words number of predicted words
   * @param targets the predicted word of each form
   */
  BiLmNetwork(Torch device, ElmoOptions options, List<String> forms, int words, int[] targets) {
    this.device = device;
    this.options = options;
    this.forms = forms;
    this.targets = targets;
    this.characters = new CharacterNetwork(device, options);
    this.characterVectors =
        parameter("characters", device.normal(1, CharacterIds.COUNT, options.characterSize()));
    for (int i = 0; i < options.filters().size(); i++) {
      ElmoOptions.Filter filter = options.filters().get(i);
      filters.add(affine("filter" + i, filter.width() * options.characterSize(), filter.count()));
    }
    int outputs = options.filterOutputs();
    for (int i = 0; i < options.highways(); i++) {
      transforms.add(affine("transform" + i, outputs, outputs));
      Affine carry = affine("carry" + i, outputs, outputs);
      // mostly the old value at first
      carry.bias.value().fill_(Torch.scalar(-2));
      carries.add(carry);
    }
    projection = affine("projection", outputs, options.size());
    for (int layer = 0; layer < options.layers(); layer++) {
      forward.add(cell("forward" + layer));
      backward.add(cell("backward" + layer));
    }
    softmax =
        new SampledSoftmax(
            device,
            parameter("words", device.normal(1 / Math.sqrt(options.size()), words, options.size())),
            parameter("wordBias", device.zeros(words)));
  }

  private Parameter parameter(String name, Tensor value) {
    Parameter parameter = new Parameter(name, value);
    parameters.add(parameter);
    return parameter;
  }

  private Affine affine(String name, int inputs, int outputs) {
    double bound = Math.sqrt(6.0 / (inputs + outputs));
    return new Affine(
        parameter(name + ".weights", device.uniform(bound, inputs, outputs)),
        parameter(name + ".bias", device.zeros(outputs)));
  }

  private Cell cell(String name) {
    int gates = 4 * options.cellSize();
    double bound = 1 / Math.sqrt(options.size());
    return new Cell(
        parameter(name + ".input", device.uniform(bound, options.size(), gates)),
        parameter(name + ".recurrent", device.uniform(bound, options.size(), gates)),
        parameter(name + ".bias", device.zeros(gates)),
        parameter(
            name + ".projection",
            device.uniform(1 / Math.sqrt(options.cellSize()), options.cellSize(), options.size())));
  }

  List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Adds to the gradients of a batch.
   *
   * @return the sum of the losses and the number of predictions
   */
  double[] addGradients(Batch batch, int negativeSamples, SplittableRandom random) {
    AutogradTape tape = new AutogradTape();
    Tensor recorded = characters.vectors(characterWeights(tape), words(batch));
    Pass pass = new Pass(batch, recorded.detach());
    pass.read();
    pass.forward.prepareGradients();
    pass.backward.prepareGradients();
    int count = 2 * pass.places.length;
    SampledSoftmax.Sample sample = softmax.sample(negativeSamples, random);
    Tensor[] gradients = new Tensor[2];
    double loss = 0;
    for (int direction = 0; direction < 2; direction++) {
      Tensor top = pass.top(direction);
      Tensor gradient = device.zeros(pass.places.length, options.size());
      loss +=
          softmax.addGradients(
              top.index_select(0, pass.placeRows),
              direction == 0 ? pass.next : pass.previous,
              sample,
              1.0 / count,
              gradient);
      gradients[direction] =
          device
              .zeros((long) pass.rows.steps() * batch.size(), options.size())
              .index_copy_(0, pass.placeRows, gradient)
              .view(pass.rows.steps(), batch.size(), options.size());
    }
    device.both(
        () -> pass.forward.readBack(gradients[0]), () -> pass.backward.readBack(gradients[1]));
    add(forward, pass.forward.weightGradients());
    add(backward, pass.backward.weightGradients());
    tape.backward(
        recorded,
        device
            .zeros(recorded.size(0), options.size())
            .index_add_(0, device.of(pass.rows.forward()), pass.forward.inputGradient())
            .index_add_(0, device.of(pass.rows.backward()), pass.backward.inputGradient()));
    return new double[] {loss, count};
  }

  /**
   * The loss of a batch among all words.
   *
   * @return the sum of the losses and the number of predictions
   */
  double[] loss(Batch batch) {
    return Torch.withoutGradients(
        () -> {
          Pass pass = new Pass(batch, characters.vectors(characterWeights(null), words(batch)));
          pass.read();
          double sum = 0;
          for (int direction = 0; direction < 2; direction++) {
            sum +=
                softmax.loss(
                    pass.top(direction).index_select(0, pass.placeRows),
                    direction == 0 ? pass.next : pass.previous);
          }
          return new double[] {sum, 2.0 * pass.places.length};
        });
  }

  /** The character ids of the rows of a batch, and of the marks. */
  private List<int[]> words(Batch batch) {
    int perWord = options.charactersPerWord();
    List<int[]> words = new ArrayList<>();
    for (long form : batch.ids()) {
      words.add(CharacterIds.ofWord(forms.get((int) form), perWord));
    }
    words.add(CharacterIds.textBegin(perWord));
    words.add(CharacterIds.textEnd(perWord));
    return words;
  }

  /** Both directions over a batch. */
  private final class Pass {
    private final TextRows rows;
    private final LstmStack forward;
    private final LstmStack backward;

    /** The steps and texts at which a word is predicted. */
    private final long[] places;

    private final Tensor placeRows;

    /** What the forward direction predicts. */
    private final long[] next;

    /** What the backward direction predicts. */
    private final long[] previous;

    Pass(Batch batch, Tensor vectors) {
      rows = TextRows.of(batch);
      forward = stack(BiLmNetwork.this.forward);
      backward = stack(BiLmNetwork.this.backward);
      int texts = batch.size();
      forward.prepare(
          vectors
              .index_select(0, device.of(rows.forward()))
              .view(rows.steps(), texts, options.size()));
      backward.prepare(
          vectors
              .index_select(0, device.of(rows.backward()))
              .view(rows.steps(), texts, options.size()));
      int count = 0;
      for (int length : batch.lengths()) {
        count += length + 1;
      }
      places = new long[count];
      next = new long[count];
      previous = new long[count];
      int at = 0;
      for (int text = 0; text < texts; text++) {
        int length = batch.lengths()[text];
        for (int step = 0; step <= length; step++) {
          places[at] = (long) step * texts + text;
          next[at] = step == length ? BiLmCorpus.END : target(batch, text, step);
          previous[at] = step == length ? BiLmCorpus.BEGIN : target(batch, text, length - 1 - step);
          at++;
        }
      }
      placeRows = device.of(places);
    }

    private long target(Batch batch, int text, int word) {
      return targets[(int) batch.ids()[batch.rows()[text * batch.tokens() + word]]];
    }

    void read() {
      device.both(forward::read, backward::read);
    }

    Tensor top(int direction) {
      return (direction == 0 ? forward : backward).top().reshape(-1, options.size());
    }
  }

  private LstmStack stack(List<Cell> cells) {
    Tensor forget = device.zeros(4L * options.cellSize());
    forget
        .narrow(0, 2L * options.cellSize(), options.cellSize())
        .fill_(Torch.scalar(ElmoWeights.Cell.FORGET_BIAS));
    return new LstmStack(
        device,
        options,
        cells.stream()
            .map(
                cell ->
                    new LstmLayer.Weights(
                        cell.input.value(),
                        cell.recurrent.value(),
                        cell.bias.value().add(forget),
                        Optional.of(cell.projection.value())))
            .toList());
  }

  private static void add(List<Cell> cells, List<LstmLayer.Weights> gradients) {
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i).input.add(gradients.get(i).input());
      cells.get(i).recurrent.add(gradients.get(i).recurrent());
      cells.get(i).bias.add(gradients.get(i).bias());
      cells.get(i).projection.add(gradients.get(i).projection().orElseThrow());
    }
  }

  /**
   * The weights as they are computed with.
   *
   * @param tape that records them; null for none
   */
  private CharacterNetwork.Weights characterWeights(AutogradTape tape) {
    return new CharacterNetwork.Weights(
        used(characterVectors, tape),
        filters.stream().map(affine -> used(affine, tape)).toList(),
        transforms.stream().map(affine -> used(affine, tape)).toList(),
        carries.stream().map(affine -> used(affine, tape)).toList(),
        Optional.of(used(projection, tape)));
  }

  private static CharacterNetwork.Affine used(Affine affine, AutogradTape tape) {
    return new CharacterNetwork.Affine(used(affine.weights, tape), used(affine.bias, tape));
  }

  private static Tensor used(Parameter parameter, AutogradTape tape) {
    return tape == null ? parameter.value() : tape.use(parameter);
  }

  /** The weights without LibTorch. */
  ElmoWeights weights() {
    List<ElmoWeights.Highway> highways = new ArrayList<>();
    for (int i = 0; i < transforms.size(); i++) {
      highways.add(new ElmoWeights.Highway(plain(transforms.get(i)), plain(carries.get(i))));
    }
    return new ElmoWeights(
        options,
        characterVectors.matrix(),
        filters.stream().map(BiLmNetwork::plain).toList(),
        highways,
        Optional.of(plain(projection)),
        forward.stream().map(BiLmNetwork::plain).toList(),
        backward.stream().map(BiLmNetwork::plain).toList());
  }

  private static ElmoWeights.Affine plain(Affine affine) {
    return new ElmoWeights.Affine(affine.weights.matrix(), Torch.toArray(affine.bias.value()));
  }

  private static ElmoWeights.Cell plain(Cell cell) {
    Matrix projection = cell.projection.matrix();
    return new ElmoWeights.Cell(
        cell.input.matrix(),
        cell.recurrent.matrix(),
        Torch.toArray(cell.bias.value()),
        Optional.of(projection));
  }
}
