package org.solrlmtc.plugin;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.solr.common.SolrException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.PendingScores;
import org.solrlmtc.core.serve.ScoringTimeoutException;

/**
 * Labels the acts of one request, all by the same version of the model, and knows what to do when
 * that fails. A full queue is no fault of a document, so that the policy {@code skip} does not
 * apply to it: the client shall come back.
 */
final class Labeller implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private final LabellingConfig config;
  private final LabellingMetrics metrics;
  private final Leases leases;

  Labeller(LabellingConfig config, LabellingMetrics metrics, Leases leases) {
    this.config = config;
    this.metrics = metrics;
    this.leases = leases;
  }

  /**
   * Labels an act.
   *
   * @throws SolrException naming the document and the reason when it is to be refused
   */
  Labelling label(LegalAct act) {
    return new Task(act).finish();
  }

  /** An act that is to be labelled; nothing happens yet. */
  Task task(LegalAct act) {
    return new Task(act);
  }

  /** An act on its way to its labels. */
  final class Task {
    private final LegalAct act;
    private final Model model = leases.get(config.model());
    private Optional<PendingScores> scores = Optional.empty();

    private Task(LegalAct act) {
      this.act = act;
    }

    /** Lets the model have the act before its turn, if there is room; false if there is not. */
    boolean beginEarly() {
      if (scores.isEmpty() && needsModel()) {
        scores = model.scoreEarly(act);
        return scores.isPresent();
      }
      return true;
    }

    private boolean needsModel() {
      return !act.isBlank() && act.length() <= config.maxTextChars();
    }

    /** Whether {@link #finish} has nothing to wait for. */
    boolean isDone() {
      return scores.map(PendingScores::isDone).orElse(!needsModel());
    }

    /**
     * Waits for the labels.
     *
     * @throws SolrException naming the document and the reason when it is to be refused
     */
    Labelling finish() {
      if (act.isBlank()) {
        return Labelling.none(model, Status.NO_TEXT);
      }
      long began = System.nanoTime();
      long early = scores.map(PendingScores::nanos).orElse(0L);
      try {
        return label();
      } finally {
        metrics.took(early + System.nanoTime() - began);
      }
    }

    /** Nobody waits for the labels any more. */
    void giveUp() {
      scores.ifPresent(PendingScores::giveUp);
    }

    private Labelling label() {
      try {
        TextTooLongException.check(act, config.maxTextChars());
        return labelBy(
            model,
            limit ->
                scores
                    .map(pending -> pending.await(limit))
                    .orElseGet(() -> model.score(act, limit)));
      } catch (RuntimeException e) {
        FailureReason reason = FailureReason.of(e);
        metrics.failed(reason);
        if (config.onFailure() == FailurePolicy.FALLBACK && reason != FailureReason.TEXT_TOO_LONG) {
          return labelByFallback(reason.describe(e));
        }
        if (config.onFailure() == FailurePolicy.SKIP && reason != FailureReason.QUEUE_FULL) {
          log.warn("document {} passes unlabelled: model {} failed", act.id(), model.id(), e);
          return Labelling.none(model, Status.failed(reason.describe(e)));
        }
        throw reason.refusal(refused(model, e), e);
      }
    }

    private Labelling labelByFallback(String reason) {
      Model fallback = leases.get(config.fallback().orElseThrow());
      try {
        Labelling labelling =
            labelBy(fallback, limit -> fallback.score(act, limit)).asFallback(reason);
        metrics.labelledByFallback();
        return labelling;
      } catch (RuntimeException e) {
        FailureReason again = FailureReason.of(e);
        metrics.failed(again);
        throw again.refusal(
            refused(fallback, e) + ", in the place of model '" + model.id() + "': " + reason, e);
      }
    }

    /** Scoring and explaining together have the time limit. */
    private Labelling labelBy(Model by, Function<Duration, LabelScores> scoring) {
      long began = System.nanoTime();
      List<ScoredLabel> labels = by.manifest().decision().decide(scoring.apply(config.timeLimit()));
      List<Explanation> explanations =
          config.outputs().containsKey(OutputField.EXPLANATIONS)
              ? explain(by, labels, config.timeLimit().minusNanos(System.nanoTime() - began))
              : List.of();
      Labelling labelling = Labelling.of(by, labels, explanations);
      metrics.labelled(labelling.scores());
      return labelling;
    }

    private List<Explanation> explain(Model by, List<ScoredLabel> labels, Duration left) {
      try {
        return by.explain(act, labels, Explanation.DEFAULT_PASSAGES, left);
      } catch (ScoringTimeoutException e) {
        // what is left of the limit is a number that nobody has set
        throw new ScoringTimeoutException(
            "model '"
                + by.manifest().name()
                + "' did not label and explain within "
                + config.timeLimit().toMillis()
                + " ms",
            e);
      }
    }

    private String refused(Model by, RuntimeException e) {
      return "document '"
          + act.id()
          + "' refused: model '"
          + by.manifest().name()
          + "' could not label it: "
          + e.getMessage();
    }
  }

  @Override
  public void close() {
    leases.close();
  }
}
