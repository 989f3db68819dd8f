package org.solrlmtc.training.neural.graph;

import java.util.Optional;

/** Names of values in the graph of a network, where one layer hands over to the next. */
public final class GraphValues {
  private GraphValues() {}

  /**
   * What an encoder reads.
   *
   * @param values {@code [batch, tokens, size]}, zeros for padding; the number of tokens is a
   *     multiple of the encoder's tokens per state
   * @param lengths number of tokens of each text, {@code [batch]}, int64
   * @param isToken whether there is a token, {@code [batch, tokens, 1]}
   */
  public record TokenVectors(String values, String lengths, String isToken) {}

  /**
   * What an encoder gives.
   *
   * @param values {@code [batch, states, size]}
   * @param lengths number of states of each text, {@code [batch]}, int64
   */
  public record EncodedStates(String values, String lengths) {}

  /**
   * What a head reads.
   *
   * @param values {@code [batch, states, size]}
   * @param lengths number of states of each text, {@code [batch]}, int64
   * @param attentionMask added to attention scores before the softmax: 0 for a state, a large
   *     negative number for padding, {@code [batch, 1, states]}
   */
  public record HeadStates(String values, String lengths, String attentionMask) {}

  /**
   * What a head gives.
   *
   * @param logits {@code [batch, labels]}, or {@code [batch, candidates]} when the head takes
   *     candidates
   * @param attributions contribution of each state to the logit of each candidate, {@code [batch,
   *     candidates, states]}; only of heads that take candidates
   */
  public record LabelLogits(String logits, Optional<String> attributions) {}
}
