package org.solrlmtc.training.neural;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.weights.Matrix;
import org.solrlmtc.training.neural.weights.NetworkWeights;

/** Word vectors, an encoder and a head. */
final class Network {
  private final Torch device;
  private final Parameter embedding;
  private final boolean embeddingLearnt;
  private final Encoder encoder;
  private final Head head;
  private final NeuralSettings.Dropout dropout;

  private Rows words;
  private Tensor spatialMask;
  private Tensor stateMask;

  /**
   * @param embedding a row for every word id
   * @param embeddingLearnt whether training changes it
   */
  Network(
      Torch device,
      Parameter embedding,
      boolean embeddingLearnt,
      Encoder encoder,
      Head head,
      NeuralSettings.Dropout dropout) {
    this.device = device;
    this.embedding = embedding;
    this.embeddingLearnt = embeddingLearnt;
    this.encoder = encoder;
    this.head = head;
    this.dropout = dropout;
  }

  /**
   * The logits as the finished network gives them: a row for every label, a column for every act.
   */
  Tensor score(Batch batch, Rows labels) {
    return head.forward(
        encoder.forward(batch, embedding.select(Rows.of(batch.words(), device))), labels);
  }

  /** The logits in training, with dropout. */
  Tensor forward(Batch batch, Rows labels) {
    words = Rows.of(batch.words(), device);
    Tensor vectors = embedding.select(words);
    if (dropout.spatial() > 0) {
      spatialMask =
          device
              .dropout(dropout.spatial(), batch.size(), vectors.size(1))
              .index_select(0, device.of(batch.acts()));
      vectors.mul_(spatialMask);
    }
    Encoded encoded = encoder.forward(batch, vectors);
    if (dropout.encoded() > 0) {
      stateMask = device.dropout(dropout.encoded(), batch.size(), 1, encoder.outputSize());
      encoded =
          new Encoded(
              byAct(encoded.states(), batch).mul(stateMask).view(-1, encoder.outputSize()),
              encoded.tokens(),
              encoded.lengths());
    }
    return head.forward(encoded, labels);
  }

  /**
   * Adds to the gradients of all parameters.
   *
   * @param gradient of the logits of the last {@link #forward}
   */
  void backward(Batch batch, Tensor gradient) {
    Tensor states = head.backward(gradient);
    if (dropout.encoded() > 0) {
      states = byAct(states, batch).mul_(stateMask).view(-1, encoder.outputSize());
    }
    Tensor vectors = encoder.backward(states);
    if (!embeddingLearnt) {
      return;
    }
    if (dropout.spatial() > 0) {
      vectors.mul_(spatialMask);
    }
    embedding.add(words, vectors);
  }

  private Tensor byAct(Tensor states, Batch batch) {
    return states.view(batch.size(), -1, encoder.outputSize());
  }

  /** What training changes. */
  List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    if (embeddingLearnt) {
      parameters.add(embedding);
    }
    parameters.addAll(encoder.parameters());
    parameters.addAll(head.parameters());
    return parameters;
  }

  NetworkWeights weights() {
    return new NetworkWeights(
        new Matrix(
            embedding.rows(),
            Math.toIntExact(embedding.value().size(1)),
            Torch.toArray(embedding.value())),
        encoder.weights(),
        head.weights());
  }
}
