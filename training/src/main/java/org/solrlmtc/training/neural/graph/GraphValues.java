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
   * @param shares what each token contributes to its state; empty if a state is that of its tokens
   *     per state
   */
  public record EncodedStates(String values, String lengths, Optional<TokenShares> shares) {
    /** States of a fixed number of tokens each. */
    public EncodedStates(String values, String lengths) {
      this(values, lengths, Optional.empty());
    }
  }

  /**
   * The tokens of states that are weighted sums of tokens.
   *
   * @param states the state of each token, {@code [batch, tokens]}, int64
   * @param shares the weight of each token in its state, 0 for padding, {@code [batch, tokens]}
   */
  public record TokenShares(String states, String shares) {}

  /**
   * Input of a head.
   *
   * @param values {@code [batch, states, size]}
   * @param lengths number of states per text, {@code [batch]}, int64
   * @param attentionMask added to attention scores before the softmax: 0 for a state, a large
   *     negative number for padding, {@code [batch, 1, states]}
   * @param shares what each token contributes to its state, if states are sums of tokens
   */
  public record HeadStates(
      String values, String lengths, String attentionMask, Optional<TokenShares> shares) {}

  /**
   * Output of a head.
   *
   * @param logits {@code [batch, labels]}, or {@code [batch, candidates]} when the head takes
   *     candidates
   * @param attributions contribution of each state, or of each token of states that are sums of
   *     tokens, to the logit of each candidate, {@code [batch, candidates, states]}; only of heads
   *     that take candidates
   */
  public record LabelLogits(String logits, Optional<String> attributions) {}
}
