package org.solrlmtc.training.neural.transformer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.layer.EncodedBatch;
import org.solrlmtc.training.neural.layer.Encoder;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/**
 * A transformer in training. A batch is divided into chunks of acts; the chunks of each thread are
 * computed one after the other by operations of a single thread. LibTorch's autograd derives the
 * gradients of the layers that are trained; the others are not recorded.
 */
final class TrainableTransformer implements Encoder.Layer {
  private final Torch device;
  private final Transformer spec;
  private final TransformerShape shape;
  private final int hiddenSize;
  private final BlockForward math;
  private final TransformerParameters parameters;

  private double epoch;
  private Optional<StateCache> cache = Optional.empty();
  private List<Part> parts = List.of();

  TrainableTransformer(Torch device, Transformer spec, TransformerWeights initial) {
    this.device = device;
    this.spec = spec;
    this.shape = initial.shape();
    this.hiddenSize = initial.inputSize();
    this.math = new BlockForward(shape, hiddenSize);
    this.parameters = TransformerParameters.of(device, initial, spec.pace());
  }

  /** What one thread computes of a batch. */
  private static final class Part {
    final List<TokenChunk> chunks = new ArrayList<>();
    final List<Leaf> leaves = new ArrayList<>();
    List<Tensor> outputs = List.of();
    Tensor vectors;

    /** The value of a parameter, recorded for this part only: parts run at the same time. */
    Tensor leaf(Parameter parameter) {
      Tensor leaf = parameter.value().detach().requires_grad_(true);
      leaves.add(new Leaf(parameter, leaf));
      return leaf;
    }
  }

  private record Leaf(Parameter parameter, Tensor tensor) {}

  @Override
  public int outputSize() {
    return hiddenSize;
  }

  @Override
  public void startStep(double position) {
    epoch = position;
  }

  @Override
  public void prepare(Encoder.Preparation preparation) throws IOException {
    if (spec.frozenLayers() > 0 && spec.cacheStates()) {
      cache =
          Optional.of(
              StateCache.open(
                  spec.cacheFolder().orElse(preparation.folder().resolve("states")),
                  preparation,
                  spec.frozenLayers(),
                  parameters.weights(shape),
                  this::frozenStates,
                  StateCache::freeBytes));
    }
  }

  @Override
  public void close() throws IOException {
    if (cache.isPresent()) {
      cache.get().close();
    }
  }

  /** The states after the frozen layers, of all acts one after the other. */
  private Tensor frozenStates(Batch batch, Tensor vectors) {
    int trained = spec.frozenLayers();
    return joined(run(batch, vectors, trained, trained, 0));
  }

  @Override
  public EncodedBatch score(Batch batch, Tensor vectors) {
    int layers = parameters.blocks().size();
    return padded(batch, run(batch, vectors, layers, layers, 0));
  }

  @Override
  public EncodedBatch forward(Batch batch, Tensor vectors) {
    int layers = parameters.blocks().size();
    parts = run(batch, vectors, firstTrained(), layers, spec.dropout());
    return padded(batch, parts);
  }

  /** The lowest layer that is trained now; -1 with the input; the number of layers: none. */
  private int firstTrained() {
    List<BlockTensors<Parameter>> blocks = parameters.blocks();
    int first = blocks.size();
    while (first > spec.frozenLayers() && blocks.get(first - 1).output().group().started(epoch)) {
      first--;
    }
    return first == 0 ? -1 : first;
  }

  /**
   * Computes states.
   *
   * @param firstRecorded the lowest layer that gradients are needed of; -1 with the input
   * @param layers number of layers to compute
   * @param dropout rate in the recorded layers
   */
  private List<Part> run(
      Batch batch, Tensor vectors, int firstRecorded, int layers, double dropout) {
    List<Part> divided = IntStream.range(0, device.parts()).mapToObj(i -> new Part()).toList();
    List<TokenChunk> chunks = TokenChunk.of(batch, device.parts());
    for (int i = 0; i < chunks.size(); i++) {
      divided.get(i % divided.size()).chunks.add(chunks.get(i));
    }
    Tensor ended = torch.cat(new TensorVector(vectors, device.zeros(1, hiddenSize)), 0);
    long seed = dropout > 0 ? Torch.random() : 0;
    List<Supplier<List<Tensor>>> work = new ArrayList<>();
    for (Part part : divided) {
      part.vectors = firstRecorded < 0 ? ended.detach().requires_grad_(true) : ended;
      Function<Parameter, Tensor> inputs = firstRecorded < 0 ? part::leaf : Parameter::value;
      List<Tensor> input = parameters.input().stream().map(inputs).toList();
      List<BlockTensors<Tensor>> blocks =
          IntStream.range(0, layers)
              .mapToObj(
                  layer ->
                      parameters
                          .blocks()
                          .get(layer)
                          .map(
                              layer >= firstRecorded && layers > firstRecorded
                                  ? part::leaf
                                  : Parameter::value))
              .toList();
      work.add(
          () ->
              part.chunks.stream()
                  .map(
                      chunk -> {
                        DropoutMasks masks =
                            new DropoutMasks(
                                device, dropout, seed + 0x9E3779B97F4A7C15L * chunk.from());
                        return encode(
                            batch, chunk, part.vectors, input, blocks, firstRecorded, masks);
                      })
                  .toList());
    }
    List<List<Tensor>> outputs = device.inParallel(work);
    for (int i = 0; i < divided.size(); i++) {
      divided.get(i).outputs = outputs.get(i);
    }
    return divided;
  }

  private Tensor encode(
      Batch batch,
      TokenChunk chunk,
      Tensor vectors,
      List<Tensor> input,
      List<BlockTensors<Tensor>> blocks,
      int firstRecorded,
      DropoutMasks masks) {
    int recordedFrom = Math.max(0, Math.min(firstRecorded, blocks.size()));
    Tensor states =
        firstRecorded < 0
            ? input(batch, chunk, vectors, input, masks)
            : Torch.withoutGradients(
                () -> unrecorded(batch, chunk, vectors, input, blocks.subList(0, recordedFrom)));
    for (BlockTensors<Tensor> block : blocks.subList(recordedFrom, blocks.size())) {
      states = math.block(states, block, chunk.lengths(), masks);
    }
    return states;
  }

  /** The states after layers that are not trained now: without dropout, cached if frozen. */
  private Tensor unrecorded(
      Batch batch,
      TokenChunk chunk,
      Tensor vectors,
      List<Tensor> input,
      List<BlockTensors<Tensor>> blocks) {
    DropoutMasks none = DropoutMasks.none(device);
    boolean cached = cache.isPresent();
    Tensor states =
        cached
            ? cache.get().states(device, chunk.actNumbers(batch), chunk.tokens())
            : input(batch, chunk, vectors, input, none);
    for (BlockTensors<Tensor> block :
        blocks.subList(cached ? spec.frozenLayers() : 0, blocks.size())) {
      states = math.block(states, block, chunk.lengths(), none);
    }
    return states;
  }

  private Tensor input(
      Batch batch, TokenChunk chunk, Tensor vectors, List<Tensor> input, DropoutMasks masks) {
    return math.input(
        vectors.index_select(0, device.of(chunk.vectors(batch))),
        input.get(0).index_select(0, device.of(chunk.positions())),
        input.get(1),
        input.get(2),
        masks);
  }

  private EncodedBatch padded(Batch batch, List<Part> computed) {
    Tensor states = device.zeros((long) batch.size() * batch.tokens(), hiddenSize);
    for (Part part : computed) {
      for (int i = 0; i < part.chunks.size(); i++) {
        Tensor rows = device.of(part.chunks.get(i).rows());
        states.index_copy_(0, rows, part.outputs.get(i).detach());
      }
    }
    return new EncodedBatch(states, batch.tokens(), batch.lengths());
  }

  /** The states of all chunks in the order of the acts, without padding. */
  private static Tensor joined(List<Part> computed) {
    TensorVector states = new TensorVector();
    for (int i = 0; ; i++) {
      Part part = computed.get(i % computed.size());
      int chunk = i / computed.size();
      if (chunk == part.outputs.size()) {
        return torch.cat(states, 0);
      }
      states.push_back(part.outputs.get(chunk));
    }
  }

  @Override
  public Tensor backward(Tensor gradient) {
    if (parts.stream().anyMatch(part -> !part.leaves.isEmpty())) {
      device.inParallel(
          parts.stream()
              .<Supplier<List<Tensor>>>map(part -> () -> addGradients(part, gradient))
              .toList());
      parts.forEach(this::collect);
    }
    Tensor vectors = parts.get(0).vectors;
    Tensor sum = torch.zeros_like(vectors.detach());
    for (Part part : parts) {
      if (part.vectors.grad().defined()) {
        sum.add_(part.vectors.grad());
      }
    }
    // the last row stands for no token
    return sum.narrow(0, 0, sum.size(0) - 1);
  }

  private List<Tensor> addGradients(Part part, Tensor gradient) {
    for (int i = 0; i < part.chunks.size(); i++) {
      Tensor own = gradient.index_select(0, device.of(part.chunks.get(i).rows()));
      part.outputs
          .get(i)
          .backward(own, new BoolOptional(false), false, new TensorArrayRefOptional());
    }
    return List.of();
  }

  private void collect(Part part) {
    for (Leaf leaf : part.leaves) {
      Tensor own = leaf.tensor().grad();
      // a part may have no act
      if (own.defined()) {
        leaf.parameter().add(own);
      }
    }
  }

  @Override
  public List<Parameter> parameters() {
    return parameters.trained(spec.frozenLayers());
  }

  @Override
  public TransformerWeights weights() {
    return parameters.weights(shape);
  }
}
