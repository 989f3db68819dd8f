package org.solrlmtc.training.neural.layer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.execution.Progress;
import org.solrlmtc.training.neural.tensor.Parameter;
import org.solrlmtc.training.neural.tensor.RowSelection;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;
import org.solrlmtc.training.neural.text.TokenizedActs;

/** A network in training: an embedding, an encoder and a head, with dropout between them. */
public final class Network {
  private final Torch device;
  private final Embedding.Layer embedding;
  private final Encoder.Layer encoder;
  private final Head.Layer head;
  private final Dropout dropout;

  private Tensor vectorMask;
  private Tensor stateMask;

  public Network(
      Torch device,
      Embedding.Layer embedding,
      Encoder.Layer encoder,
      Head.Layer head,
      Dropout dropout) {
    this.device = device;
    this.embedding = embedding;
    this.encoder = encoder;
    this.head = head;
    this.dropout = dropout;
  }

  /**
   * Which equal tokens can be one row of a batch.
   *
   * @param training whether embeddings are dropped
   */
  public Batch.RowSharing rowSharing(boolean training) {
    if (embedding.contextual()) {
      return Batch.RowSharing.NONE;
    }
    return training && dropout.embedding() > 0 ? Batch.RowSharing.ACT : Batch.RowSharing.BATCH;
  }

  /** Computes what the encoder needs of all acts before training. */
  public void prepare(List<TokenizedActs> acts, Path folder, Progress progress) throws IOException {
    encoder.prepare(new Encoder.Preparation(embedding, acts, folder, progress));
  }

  /** Closes what {@link #prepare} opened, after training. */
  public void close() throws IOException {
    encoder.close();
  }

  /**
   * A step of the optimiser begins.
   *
   * @param epoch position in training, with its fraction
   */
  public void startStep(double epoch) {
    encoder.startStep(epoch);
  }

  /** The logits of the finished network, without dropout, {@code [labels, acts]}. */
  public Tensor score(Batch batch, RowSelection labels) {
    return Torch.withoutGradients(
        () -> head.forward(encoder.score(batch, embedding.forward(batch)), labels));
  }

  /** The logits in training, with dropout. */
  public Tensor forward(Batch batch, RowSelection labels) {
    Tensor vectors = embedding.forward(batch);
    if (dropout.embedding() > 0) {
      vectorMask =
          device
              .dropout(dropout.embedding(), batch.size(), vectors.size(1))
              .index_select(0, device.of(batch.acts()));
      vectors = vectors.mul(vectorMask);
    }
    EncodedBatch encoded = encoder.forward(batch, vectors);
    if (dropout.encoder() > 0) {
      stateMask = device.dropout(dropout.encoder(), batch.size(), 1, encoder.outputSize());
      encoded =
          new EncodedBatch(
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
  public void backward(Batch batch, Tensor gradient) {
    Tensor states = head.backward(gradient);
    if (dropout.encoder() > 0) {
      states = byAct(states, batch).mul(stateMask).view(-1, encoder.outputSize());
    }
    Tensor vectors = encoder.backward(states);
    if (embedding.parameters().isEmpty()) {
      return;
    }
    embedding.backward(dropout.embedding() > 0 ? vectors.mul(vectorMask) : vectors);
  }

  private Tensor byAct(Tensor states, Batch batch) {
    return states.view(batch.size(), -1, encoder.outputSize());
  }

  /** The trainable parameters. */
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(embedding.parameters());
    parameters.addAll(encoder.parameters());
    parameters.addAll(head.parameters());
    return parameters;
  }

  public NetworkWeights weights() {
    return new NetworkWeights(embedding.weights(), encoder.weights(), head.weights());
  }
}
