package org.solrlmtc.training.neural.layer;

import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.solrlmtc.training.neural.gru.Sequences;
import org.solrlmtc.training.neural.tensor.Torch;

/**
 * The encoded states of a batch.
 *
 * @param states one row per state, {@code tokens} per act
 * @param tokens number of states of the longest act
 * @param lengths number of states per act; the others are padding
 */
public record EncodedBatch(Tensor states, int tokens, int[] lengths) {
  /** Far below every attention score, but finite. */
  private static final float MASKED = -1e9f;

  public int acts() {
    return lengths.length;
  }

  /** The states of each act. */
  Sequences sequences() {
    int[] starts = new int[acts()];
    Arrays.setAll(starts, act -> act * tokens);
    int[] rows = new int[acts() * tokens];
    Arrays.setAll(rows, row -> row);
    return new Sequences(starts, lengths, rows, rows.length);
  }

  /**
   * Added to attention scores so that padding gets no attention, {@code [acts, tokens]}; empty
   * without padding.
   */
  public Optional<Tensor> attentionMask(Torch device) {
    float[] mask = new float[acts() * tokens];
    boolean padded = false;
    for (int act = 0; act < acts(); act++) {
      for (int token = lengths[act]; token < tokens; token++) {
        mask[act * tokens + token] = MASKED;
        padded = true;
      }
    }
    return padded ? Optional.of(device.of(mask, acts(), tokens)) : Optional.empty();
  }
}
