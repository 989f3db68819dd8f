package org.solrlmtc.training.neural.graph;

import java.util.Optional;

/** Names of the values between the layers in the graph of a network. */
public final class GraphValues {
  private GraphValues() {}

  /**
   * Input of an encoder.
   *
   * @param values {@code [batch, tokens, size]}, zeros for padding; the number of tokens is a
   *     multiple of the encoder's tokens per state
   * @param lengths number of tokens per text, {@code [batch]}, int64
   * @param isToken false for padding, {@code [batch, tokens, 1]}
   */
  public record TokenVectors(String values, String lengths, String isToken) {}

  /**
   * Output of an encoder.
   *
   * @param values {@code [batch, states, size]}
   * @param lengths number of states per text, {@code [batch]}, int64
   */
  public record EncodedStates(String values, String lengths) {}

  /**
   * Input of a head.
   *
   * @param values {@code [batch, states, size]}
   * @param lengths number of states per text, {@code [batch]}, int64
   * @param attentionMask added to attention scores before the softmax: 0 for a state, a large
   *     negative number for padding, {@code [batch, 1, states]}
   */
  public record HeadStates(String values, String lengths, String attentionMask) {}

  /**
   * Output of a head.
   *
   * @param logits {@code [batch, labels]}, or {@code [batch, candidates]} when the head takes
   *     candidates
   * @param attributions contribution of each state to the logit of each candidate, {@code [batch,
   *     candidates, states]}; only of heads that take candidates
   */
  public record LabelLogits(String logits, Optional<String> attributions) {}
}
