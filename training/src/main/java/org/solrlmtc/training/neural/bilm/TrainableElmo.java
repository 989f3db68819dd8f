package org.solrlmtc.training.neural.bilm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.training.neural.elmo.ElmoWeights;
import org.solrlmtc.training.neural.layer.Embedding;
import org.solrlmtc.training.neural.layer.WordEmbedding;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.vectors.WordVectors;

/**
 * The embedding in training. The gradients of the layers' shares and of their factor are written by
 * hand; the biLM has none.
 */
final class TrainableElmo implements Embedding.Layer {
  private final Torch device;
  private final Embedding.Layer words;
  private final ElmoWeights weights;
  private final ElmoEmbedding.States states;
  private final int size;
  private final Parameter mix;
  private final Parameter scale;

  private int wordSize;
  private List<Tensor> layers = List.of();
  private Tensor shares;
  private Tensor mixed;

  TrainableElmo(
      Torch device, Embedding.Layer words, ElmoWeights weights, ElmoEmbedding.States states) {
    this.device = device;
    this.words = words;
    this.weights = weights;
    this.states = states;
    this.size = weights.options().size();
    this.mix = new Parameter("embedding.mix", device.zeros(weights.options().layers() + 1L));
    this.scale = new Parameter("embedding.scale", device.of(new float[] {1}, 1));
  }

  @Override
  public boolean contextual() {
    return true;
  }

  @Override
  public Tensor forward(Batch batch) {
    Tensor ofWords = words.forward(wordsOf(batch));
    wordSize = Math.toIntExact(ofWords.size(1));
    Tensor all = states.rows(batch);
    Tensor word = all.narrow(1, 0, size);
    layers = new ArrayList<>(List.of(torch.cat(new TensorVector(word, word), 1)));
    for (int layer = 0; layer < weights.options().layers(); layer++) {
      layers.add(all.narrow(1, size + 2L * size * layer, 2L * size));
    }
    shares = mix.value().softmax(0);
    mixed = torch.zeros_like(layers.get(0));
    for (int layer = 0; layer < layers.size(); layer++) {
      mixed.add_(layers.get(layer).mul(shares.narrow(0, layer, 1)));
    }
    return torch.cat(new TensorVector(ofWords, mixed.mul(scale.value())), 1);
  }

  /** The same rows with the ids of their words alone. */
  private static Batch wordsOf(Batch batch) {
    long[] ids = new long[batch.rowCount()];
    int perToken = ids.length == 0 ? 1 : batch.ids().length / ids.length;
    for (int row = 0; row < ids.length; row++) {
      ids[row] = batch.ids()[row * perToken];
    }
    return new Batch(
        batch.actNumbers(),
        batch.lengths(),
        batch.tokens(),
        ids,
        batch.acts(),
        batch.rows(),
        batch.sectionLengths());
  }

  @Override
  public void backward(Tensor gradient) {
    words.backward(gradient.narrow(1, 0, wordSize));
    Tensor ofMixed = gradient.narrow(1, wordSize, 2L * size);
    scale.add(ofMixed.mul(mixed).sum().view(1));
    Tensor ofShares = device.zeros(layers.size());
    for (int layer = 0; layer < layers.size(); layer++) {
      ofShares.narrow(0, layer, 1).copy_(ofMixed.mul(layers.get(layer)).sum().view(1));
    }
    ofShares.mul_(scale.value());
    mix.add(shares.mul(ofShares.sub(shares.mul(ofShares).sum())));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(words.parameters());
    parameters.add(mix);
    parameters.add(scale);
    return parameters;
  }

  @Override
  public ElmoEmbedding.Weights weights() {
    return new ElmoEmbedding.Weights(
        (WordEmbedding.Weights) words.weights(),
        weights,
        Torch.toArray(mix.value()),
        Torch.toArray(scale.value())[0]);
  }

  @Override
  public Optional<WordVectors> wordVectors() {
    return words.wordVectors();
  }
}
