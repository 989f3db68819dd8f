package org.solrlmtc.training.neural.elmo;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.solrlmtc.core.text.CharacterIds;
import org.solrlmtc.training.neural.tensor.Torch;
import org.solrlmtc.training.neural.text.Batch;

/** A biLM over batches of texts. Every text begins with zero states. */
final class BiLm {
  private final Torch device;
  private final ElmoOptions options;
  private final CharacterNetwork characters;
  private final CharacterNetwork.Weights weights;
  private final LstmStack forward;
  private final LstmStack backward;

  BiLm(Torch device, ElmoWeights weights) {
    this.device = device;
    this.options = weights.options();
    this.characters = new CharacterNetwork(device, options);
    this.weights = CharacterNetwork.Weights.of(device, weights);
    this.forward =
        new LstmStack(
            device,
            options,
            weights.forward().stream().map(cell -> LstmLayer.Weights.of(device, cell)).toList());
    this.backward =
        new LstmStack(
            device,
            options,
            weights.backward().stream().map(cell -> LstmLayer.Weights.of(device, cell)).toList());
  }

  /** Dimension of {@link #states}. */
  static int width(ElmoOptions options) {
    return options.size() + options.layers() * options.stateSize();
  }

  /**
   * Word vectors, and the states of each layer: forward, then backward.
   *
   * @param batch of texts without dropped words
   * @param rows the character ids of each row of the batch
   * @return {@code [texts, words, width]}; padding has arbitrary values
   */
  Tensor states(Batch batch, List<int[]> rows) {
    List<int[]> words = new ArrayList<>(rows);
    words.add(CharacterIds.textBegin(options.charactersPerWord()));
    words.add(CharacterIds.textEnd(options.charactersPerWord()));
    return Torch.withoutGradients(() -> compute(batch, words));
  }

  /**
   * The same per row of a batch.
   *
   * @param batch without dropped words, whose tokens are rows of their own; their first id is that
   *     of the word, the others are those of its characters
   */
  Tensor rows(Batch batch) {
    long[] places = new long[batch.rowCount()];
    for (int at = 0; at < batch.rows().length; at++) {
      if (batch.rows()[at] != Batch.NONE) {
        places[batch.rows()[at]] = at;
      }
    }
    return states(batch, characters(batch))
        .view(-1, width(options))
        .index_select(0, device.of(places));
  }

  /** The character ids of each row. */
  static List<int[]> characters(Batch batch) {
    int perToken = batch.ids().length / batch.rowCount();
    List<int[]> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      int[] characters = new int[perToken - 1];
      for (int i = 0; i < characters.length; i++) {
        characters[i] = (int) batch.ids()[row * perToken + 1 + i];
      }
      rows.add(characters);
    }
    return rows;
  }

  private Tensor compute(Batch batch, List<int[]> words) {
    Tensor vectors = characters.vectors(weights, words);
    TextRows rows = TextRows.of(batch);
    int texts = batch.size();
    forward.prepare(inputs(vectors, rows.forward(), texts));
    backward.prepare(inputs(vectors, rows.backward(), texts));
    device.both(forward::read, backward::read);
    long[] fromFirst = new long[texts * batch.tokens()];
    long[] fromLast = new long[texts * batch.tokens()];
    for (int text = 0; text < texts; text++) {
      int length = batch.lengths()[text];
      for (int word = 0; word < length; word++) {
        fromFirst[text * batch.tokens() + word] = (word + 1L) * texts + text;
        fromLast[text * batch.tokens() + word] = (long) (length - word) * texts + text;
      }
    }
    Tensor forwardPlaces = device.of(fromFirst);
    Tensor backwardPlaces = device.of(fromLast);
    TensorVector parts = new TensorVector();
    parts.push_back(
        vectors.index_select(0, device.of(rows.forward())).index_select(0, forwardPlaces));
    for (int layer = 0; layer < options.layers(); layer++) {
      parts.push_back(flat(forward.states().get(layer)).index_select(0, forwardPlaces));
      parts.push_back(flat(backward.states().get(layer)).index_select(0, backwardPlaces));
    }
    return torch.cat(parts, 1).view(texts, batch.tokens(), width(options));
  }

  private Tensor inputs(Tensor vectors, long[] rows, int texts) {
    return vectors.index_select(0, device.of(rows)).view(-1, texts, options.size());
  }

  private Tensor flat(Tensor states) {
    return states.view(-1, options.size());
  }
}
