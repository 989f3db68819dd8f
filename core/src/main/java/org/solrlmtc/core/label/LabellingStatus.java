package org.solrlmtc.core.label;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of labelling a document by a model, as its status field holds it. Corrections of
 * people do not change it.
 *
 * @param state the result
 * @param byFallback whether the configured model failed and the fallback model labelled the
 *     document
 * @param reason why it failed, is stale, or needed a fallback; the language that the model does not
 *     read; empty otherwise
 */
public record LabellingStatus(State state, boolean byFallback, String reason) {
  public static final LabellingStatus LABELLED = of(State.LABELLED);
  public static final LabellingStatus NO_LABELS = of(State.NO_LABELS);
  public static final LabellingStatus NO_TEXT = of(State.NO_TEXT);

  private static final String BY_FALLBACK = " by fallback";
  private static final String BEFORE_REASON = ": ";

  /** The result of labelling a document, without its reason. */
  public enum State {
    /** The model assigned at least one label. */
    LABELLED("labelled", false, true),

    /** The model ran and assigned no label. */
    NO_LABELS("no labels", false, true),

    /** The document is in a language that the model does not read; the reason is its code. */
    OTHER_LANGUAGE("other language", true, false),

    /** None of the text fields has a value. */
    NO_TEXT("no text", false, false),

    /** The model failed, and the failure policy lets the document be indexed without labels. */
    FAILED("failed", true, false),

    /** An atomic update changed the text in a way that cannot be computed before it is applied. */
    STALE("stale", true, false);

    private final String words;
    private final boolean hasReason;
    private final boolean possibleByFallback;

    State(String words, boolean hasReason, boolean possibleByFallback) {
      this.words = words;
      this.hasReason = hasReason;
      this.possibleByFallback = possibleByFallback;
    }

    private boolean needsRelabelling() {
      return this == FAILED || this == STALE;
    }
  }

  public LabellingStatus {
    if (byFallback && !state.possibleByFallback) {
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

  public static LabellingStatus otherLanguage(String code) {
    return new LabellingStatus(State.OTHER_LANGUAGE, false, code);
  }

  public static LabellingStatus stale(String reason) {
    return new LabellingStatus(State.STALE, false, reason);
  }

  /** The same state, reached by the fallback model because the configured one failed. */
  public LabellingStatus asFallback(String whyModelFailed) {
    return new LabellingStatus(state, true, whyModelFailed);
  }

  /** Whether there are no labels because the model failed. */
  public boolean isFailure() {
    return state == State.FAILED;
  }

  /**
   * Whether the configured model still has to label the document: it failed, or the text changed.
   */
  public boolean needsRelabelling() {
    return byFallback || state.needsRelabelling();
  }

  /**
   * The prefixes of all statuses that {@linkplain #needsRelabelling need relabelling}, for queries.
   */
  public static List<String> needsRelabellingPrefixes() {
    return Stream.concat(
            Arrays.stream(State.values()).filter(State::needsRelabelling).map(state -> state.words),
            Arrays.stream(State.values())
                .filter(state -> state.possibleByFallback)
                .map(state -> state.words + BY_FALLBACK))
        .toList();
  }

  /** Parses the form of {@link #format}; empty if it is not a status. */
  public static Optional<LabellingStatus> parse(String text) {
    return Arrays.stream(State.values()).flatMap(state -> parse(state, text).stream()).findFirst();
  }

  private static Optional<LabellingStatus> parse(State state, String text) {
    if (text.equals(state.words) && !state.hasReason) {
      return Optional.of(of(state));
    }
    boolean fallback = text.startsWith(state.words + BY_FALLBACK + BEFORE_REASON);
    String prefix = state.words + (fallback ? BY_FALLBACK : "") + BEFORE_REASON;
    if (fallback ? !state.possibleByFallback : !state.hasReason) {
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
