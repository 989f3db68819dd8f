package org.solrlmtc.plugin.update;

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
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.PendingResult;
import org.solrlmtc.core.serve.ScoringTimeoutException;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Labels the acts of one request, all by the same version of the model, and knows what to do when
 * that fails. A full queue is no fault of a document, so that the policy {@code skip} does not
 * apply to it: the client shall come back.
 */
final class Labeller implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private final LabellingConfig config;
  private final LabellingMetrics metrics;
  private final ModelLeases leases;

  Labeller(LabellingConfig config, LabellingMetrics metrics, ModelLeases leases) {
    this.config = config;
    this.metrics = metrics;
    this.leases = leases;
  }

  /** Whether an act has a text that the model is to see. */
  boolean needsScores(LegalAct act) {
    return !act.isBlank() && act.length() <= config.maxTextChars();
  }

  /** Lets the model have an act ahead of its turn; empty if there is no room. */
  Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    return model().prefetch(act);
  }

  /**
   * Labels an act.
   *
   * @throws SolrException naming the document and the reason when it is to be refused
   */
  Labelling label(LegalAct act) {
    return label(act, Optional.empty());
  }

  /**
   * Labels an act.
   *
   * @param scores of the act, if it was prefetched
   * @throws SolrException naming the document and the reason when it is to be refused
   */
  Labelling label(LegalAct act, Optional<PendingResult<LabelScores>> scores) {
    if (act.isBlank()) {
      return Labelling.none(model(), LabellingStatus.NO_TEXT);
    }
    long began = System.nanoTime();
    long ahead = scores.map(PendingResult::waitedNanos).orElse(0L);
    try {
      return labelOrFallBack(act, scores);
    } finally {
      metrics.took(ahead + System.nanoTime() - began);
    }
  }

  private Model model() {
    return leases.get(config.model());
  }

  private Labelling labelOrFallBack(LegalAct act, Optional<PendingResult<LabelScores>> scores) {
    Model model = model();
    try {
      TextTooLongException.check(act, config.maxTextChars());
      return labelBy(
          model,
          act,
          limit ->
              scores.map(pending -> pending.await(limit)).orElseGet(() -> model.score(act, limit)));
    } catch (RuntimeException e) {
      FailureReason reason = FailureReason.of(e);
      metrics.failed(reason);
      if (config.onFailure() == FailurePolicy.FALLBACK && reason != FailureReason.TEXT_TOO_LONG) {
        return labelByFallback(act, reason.describe(e));
      }
      if (config.onFailure() == FailurePolicy.SKIP && reason != FailureReason.QUEUE_FULL) {
        log.warn("document {} passes unlabelled: model {} failed", act.id(), model.id(), e);
        return Labelling.none(model, LabellingStatus.failed(reason.describe(e)));
      }
      throw reason.refusal(refused(act, model, e), e);
    }
  }

  private Labelling labelByFallback(LegalAct act, String reason) {
    Model fallback = leases.get(config.fallback().orElseThrow());
    try {
      Labelling labelling =
          labelBy(fallback, act, limit -> fallback.score(act, limit)).asFallback(reason);
      metrics.labelledByFallback();
      return labelling;
    } catch (RuntimeException e) {
      FailureReason again = FailureReason.of(e);
      metrics.failed(again);
      throw again.refusal(
          refused(act, fallback, e) + ", in the place of model '" + model().id() + "': " + reason,
          e);
    }
  }

  /** Scoring and explaining together have the time limit. */
  private Labelling labelBy(Model by, LegalAct act, Function<Duration, LabelScores> scoring) {
    long began = System.nanoTime();
    List<ScoredLabel> labels = by.manifest().decision().decide(scoring.apply(config.timeLimit()));
    List<Explanation> explanations =
        config.outputs().containsKey(OutputField.EXPLANATIONS)
            ? explain(by, act, labels, config.timeLimit().minusNanos(System.nanoTime() - began))
            : List.of();
    Labelling labelling = Labelling.of(by, labels, explanations);
    metrics.labelled(labelling.scores());
    return labelling;
  }

  private List<Explanation> explain(
      Model by, LegalAct act, List<ScoredLabel> labels, Duration left) {
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

  private static String refused(LegalAct act, Model by, RuntimeException e) {
    return "document '"
        + act.id()
        + "' refused: model '"
        + by.manifest().name()
        + "' could not label it: "
        + e.getMessage();
  }

  @Override
  public void close() {
    leases.close();
  }
}
