package org.solrlmtc.training.neural.elmo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.elmo.ElmoOptions.Activation;
import org.solrlmtc.training.neural.tensor.Torch;

/** From characters to word vectors, without their context, in operations of LibTorch. */
public final class CharacterNetwork {
  /** Words that are computed at once, sorted by length. */
  private static final int GROUP = 256;

  private final Torch device;
  private final ElmoOptions options;

  public CharacterNetwork(Torch device, ElmoOptions options) {
    this.device = device;
    this.options = options;
  }

  /** Weights and bias of {@link ElmoWeights.Affine}. */
  public record Affine(Tensor weights, Tensor bias) {
    static Affine of(Torch device, ElmoWeights.Affine affine) {
      return new Affine(
          device.of(affine.weights().values(), affine.weights().rows(), affine.weights().columns()),
          device.of(affine.bias(), affine.bias().length));
    }

    Tensor apply(Tensor input) {
      return bias.addmm(input, weights);
    }
  }

  /** The tensors of {@link ElmoWeights}, without those of the directions. */
  public record Weights(
      Tensor characters,
      List<Affine> filters,
      List<Affine> transforms,
      List<Affine> carries,
      Optional<Affine> projection) {
    static Weights of(Torch device, ElmoWeights weights) {
      return new Weights(
          device.of(
              weights.characters().values(),
              weights.characters().rows(),
              weights.characters().columns()),
          weights.filters().stream().map(affine -> Affine.of(device, affine)).toList(),
          weights.highways().stream().map(layer -> Affine.of(device, layer.transform())).toList(),
          weights.highways().stream().map(layer -> Affine.of(device, layer.carry())).toList(),
          weights.projection().map(affine -> Affine.of(device, affine)));
    }
  }

  /**
   * The vectors of words.
   *
   * @param words the character ids of each word
   * @return one row per word
   */
  public Tensor vectors(Weights weights, List<int[]> words) {
    int[] order =
        IntStream.range(0, words.size())
            .boxed()
            .sorted(Comparator.comparingInt(word -> length(words.get(word))))
            .mapToInt(Integer::intValue)
            .toArray();
    TensorVector groups = new TensorVector();
    for (int from = 0; from < order.length; from += GROUP) {
      int to = Math.min(order.length, from + GROUP);
      List<int[]> group = new ArrayList<>();
      for (int i = from; i < to; i++) {
        group.add(words.get(order[i]));
      }
      groups.push_back(ofGroup(weights, group));
    }
    long[] places = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      places[order[i]] = i;
    }
    return torch.cat(groups, 0).index_select(0, device.of(places));
  }

  /** The number of characters before the padding. */
  private static int length(int[] word) {
    int length = word.length;
    while (length > 1 && word[length - 1] == word[length - 2]) {
      length--;
    }
    return length;
  }

  private Tensor ofGroup(Weights weights, List<int[]> words) {
    int longest = words.stream().mapToInt(CharacterNetwork::length).max().orElseThrow();
    int widest = options.filters().stream().mapToInt(ElmoOptions.Filter::width).max().orElseThrow();
    // all that follows is padding: a filter has the same output at each such place
    int read = Math.min(options.charactersPerWord(), longest + widest);
    long[] ids = new long[words.size() * read];
    for (int word = 0; word < words.size(); word++) {
      for (int i = 0; i < read; i++) {
        ids[word * read + i] = words.get(word)[i] - 1L;
      }
    }
    Tensor characters =
        weights
            .characters
            .index_select(0, device.of(ids))
            .view(words.size(), read, options.characterSize())
            .transpose(1, 2)
            .contiguous();
    TensorVector outputs = new TensorVector();
    for (int i = 0; i < options.filters().size(); i++) {
      ElmoOptions.Filter filter = options.filters().get(i);
      Tensor kernel =
          weights
              .filters
              .get(i)
              .weights()
              .view(filter.width(), options.characterSize(), filter.count())
              .permute(2, 1, 0)
              .contiguous();
      Tensor largest =
          torch
              .conv1d(
                  characters,
                  kernel,
                  new TensorOptional(weights.filters.get(i).bias()),
                  new long[] {1},
                  new long[] {0},
                  new long[] {1},
                  1)
              .amax(new long[] {2}, false);
      outputs.push_back(options.activation() == Activation.RELU ? largest.relu() : largest.tanh());
    }
    Tensor vectors = torch.cat(outputs, 1);
    for (int i = 0; i < weights.transforms.size(); i++) {
      Tensor fresh = weights.transforms.get(i).apply(vectors).relu();
      Tensor carried = weights.carries.get(i).apply(vectors).sigmoid();
      vectors = vectors.add(carried.mul(fresh.sub(vectors)));
    }
    return weights.projection.isPresent() ? weights.projection.get().apply(vectors) : vectors;
  }
}
