package org.solrlmtc.core.label;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How labelling a document went, as its status field has it.
 *
 * @param state what came of it
 * @param byFallback whether the configured model failed and another one took its place
 * @param reason why it failed, is stale, or needed a fallback; empty otherwise
 */
public record LabellingStatus(State state, boolean byFallback, String reason) {
  public static final LabellingStatus LABELLED = of(State.LABELLED);
  public static final LabellingStatus NO_LABELS = of(State.NO_LABELS);
  public static final LabellingStatus NO_TEXT = of(State.NO_TEXT);
  public static final LabellingStatus SUPPLIED = of(State.SUPPLIED);

  private static final String BY_FALLBACK = " by fallback";
  private static final String BEFORE_REASON = ": ";

  /** What came of labelling a document. */
  public enum State {
    /** The model assigned at least one label. */
    LABELLED("labelled", false, true),

    /** The model ran and found no label worth assigning. */
    NO_LABELS("no labels", false, true),

    /** None of the text fields has a value. */
    NO_TEXT("no text", false, false),

    /** The document came with labels of its own in the concept field: they were left alone. */
    SUPPLIED("supplied", false, false),

    /** The model failed and the policy let the document pass. */
    FAILED("failed", true, false),

    /** An atomic update changed the text in a way that cannot be followed before it is applied. */
    STALE("stale", true, false);

    private final String words;
    private final boolean hasReason;
    private final boolean fallbackCan;

    State(String words, boolean hasReason, boolean fallbackCan) {
      this.words = words;
      this.hasReason = hasReason;
      this.fallbackCan = fallbackCan;
    }
  }

  public LabellingStatus {
    if (byFallback && !state.fallbackCan) {
      throw new IllegalArgumentException("no fallback leads to '" + state.words + "'");
    }
    if (reason.isEmpty() == (byFallback || state.hasReason)) {
      throw new IllegalArgumentException(
          "the status '" + state.words + "' has the reason '" + reason + "'");
    }
  }

  private static LabellingStatus of(State state) {
    return new LabellingStatus(state, false, "");
  }

  public static LabellingStatus failed(String reason) {
    return new LabellingStatus(State.FAILED, false, reason);
  }

  public static LabellingStatus stale(String reason) {
    return new LabellingStatus(State.STALE, false, reason);
  }

  /** The same state, reached by another model because the configured one failed. */
  public LabellingStatus asFallback(String whyModelFailed) {
    return new LabellingStatus(state, true, whyModelFailed);
  }

  /** Whether there are no labels because the model failed. */
  public boolean isFailure() {
    return state == State.FAILED;
  }

  /** Whether the labels are a person's. */
  public boolean isSupplied() {
    return state == State.SUPPLIED;
  }

  /** Whether the configured model owes the document its labels: it failed, or the text changed. */
  public boolean needsRelabelling() {
    return byFallback || state.hasReason;
  }

  /** How each status begins that {@linkplain #needsRelabelling needs relabelling}, for queries. */
  public static List<String> needsRelabellingPrefixes() {
    return Stream.concat(
            Arrays.stream(State.values())
                .filter(state -> state.hasReason)
                .map(state -> state.words),
            Arrays.stream(State.values())
                .filter(state -> state.fallbackCan)
                .map(state -> state.words + BY_FALLBACK))
        .toList();
  }

  /** Reads what {@link #format} has written; empty when it is no status. */
  public static Optional<LabellingStatus> parse(String text) {
    return Arrays.stream(State.values()).flatMap(state -> parse(state, text).stream()).findFirst();
  }

  private static Optional<LabellingStatus> parse(State state, String text) {
    if (text.equals(state.words) && !state.hasReason) {
      return Optional.of(of(state));
    }
    boolean fallback = text.startsWith(state.words + BY_FALLBACK + BEFORE_REASON);
    String prefix = state.words + (fallback ? BY_FALLBACK : "") + BEFORE_REASON;
    if (fallback ? !state.fallbackCan : !state.hasReason) {
      return Optional.empty();
    }
    return text.startsWith(prefix) && text.length() > prefix.length()
        ? Optional.of(new LabellingStatus(state, fallback, text.substring(prefix.length())))
        : Optional.empty();
  }

  /** The stored form. */
  public String format() {
    return state.words
        + (byFallback ? BY_FALLBACK : "")
        + (reason.isEmpty() ? "" : BEFORE_REASON + reason);
  }

  @Override
  public String toString() {
    return format();
  }
}
