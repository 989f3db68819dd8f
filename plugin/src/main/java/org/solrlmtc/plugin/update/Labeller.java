package org.solrlmtc.plugin.update;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.solr.common.SolrException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.explain.Explanation;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.core.label.ActDecision;
import org.solrlmtc.core.label.LabellingStatus;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;
import org.solrlmtc.core.serve.PendingResult;
import org.solrlmtc.core.serve.Requester;
import org.solrlmtc.core.serve.ScoringTimeoutException;
import org.solrlmtc.plugin.metrics.FailureReason;
import org.solrlmtc.plugin.metrics.LabellingMetrics;
import org.solrlmtc.plugin.metrics.TextTooLongException;
import org.solrlmtc.plugin.model.Model;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Labels the acts of one request, all with the same version of the model, and applies the failure
 * policy. A full queue is back-pressure, not a fault of the document: the policy {@code skip} does
 * not apply, and the client has to send the document again.
 */
final class Labeller implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MethodHandles.lookup().lookupClass());

  private final LabellingConfig config;
  private final LabellingMetrics metrics;
  private final ModelLeases leases;
  private final Map<Model, ActDecision> decisions = new HashMap<>();

  Labeller(LabellingConfig config, LabellingMetrics metrics, ModelLeases leases) {
    this.config = config;
    this.metrics = metrics;
    this.leases = leases;
  }

  /** Whether an act has text, and no more than {@code maxTextChars}. */
  boolean needsScores(LegalAct act) {
    return !act.isBlank() && act.length() <= config.maxTextChars();
  }

  /** Queues an act for look-ahead; empty when the limit of prefetched acts is reached. */
  Optional<PendingResult<LabelScores>> prefetch(LegalAct act) {
    return model().prefetch(act);
  }

  /**
   * Labels an act.
   *
   * @throws SolrException with the id of the document and the reason when it is refused
   */
  Labelling label(LegalAct act) {
    return label(act, Optional.empty());
  }

  /**
   * Labels an act.
   *
   * @param scores the pending scores of the act, if it was prefetched
   * @throws SolrException with the id of the document and the reason when it is refused
   */
  Labelling label(LegalAct act, Optional<PendingResult<LabelScores>> scores) {
    if (act.isBlank()) {
      return Labelling.none(model(), LabellingStatus.NO_TEXT);
    }
    long start = System.nanoTime();
    long prefetchNanos = scores.map(PendingResult::waitedNanos).orElse(0L);
    try {
      return labelOrFallback(act, scores);
    } finally {
      metrics.took(prefetchNanos + System.nanoTime() - start);
    }
  }

  /** The configured model, in the version of this request. */
  Model model() {
    return leases.get(config.model());
  }

  /**
   * Checks that the thesaurus has labels that a client sent, unless others are kept.
   *
   * @throws SolrException naming the document and a label
   */
  void checkKnown(String document, Collection<String> labels) {
    if (config.unknownConcepts() == UnknownConcepts.KEEP) {
      return;
    }
    for (String label : labels) {
      if (model().bundle().thesaurus().concept(label).isEmpty()) {
        throw new SolrException(
            SolrException.ErrorCode.BAD_REQUEST,
            "document '"
                + document
                + "' refused: the thesaurus of model '"
                + model().manifest().name()
                + "' has no concept '"
                + label
                + "': correct the label, or set unknownConcepts = keep");
      }
    }
  }

  private Labelling labelOrFallback(LegalAct act, Optional<PendingResult<LabelScores>> scores) {
    Model model = model();
    Optional<String> otherLanguage =
        config.checkLanguage() ? model.otherLanguage(act) : Optional.empty();
    if (otherLanguage.isPresent()) {
      scores.ifPresent(PendingResult::cancel);
      metrics.otherLanguage();
      return Labelling.none(model, LabellingStatus.otherLanguage(otherLanguage.get()));
    }
    try {
      TextTooLongException.check(act, config.maxTextChars());
      return labelWith(
          model,
          act,
          limit ->
              scores
                  .map(pending -> pending.await(limit))
                  .orElseGet(() -> model.score(Requester.INDEXING, act, limit)));
    } catch (RuntimeException e) {
      FailureReason reason = FailureReason.of(e);
      metrics.failed(reason);
      if (config.onFailure() == FailurePolicy.FALLBACK && reason != FailureReason.TEXT_TOO_LONG) {
        return labelWithFallback(act, reason.describe(e));
      }
      if (config.onFailure() == FailurePolicy.SKIP && reason != FailureReason.QUEUE_FULL) {
        log.warn(
            "document {} is indexed without labels: model {} failed",
            OneLine.of(act.id()),
            model.id(),
            e);
        return Labelling.none(model, LabellingStatus.failed(reason.describe(e)));
      }
      throw reason.refusal(refused(act, model, e), e);
    }
  }

  private Labelling labelWithFallback(LegalAct act, String reason) {
    Model fallback = leases.get(config.fallback().orElseThrow());
    try {
      Labelling labelling =
          labelWith(fallback, act, limit -> fallback.score(Requester.INDEXING, act, limit))
              .asFallback(reason);
      metrics.labelledByFallback();
      return labelling;
    } catch (RuntimeException e) {
      FailureReason fallbackReason = FailureReason.of(e);
      metrics.failed(fallbackReason);
      throw fallbackReason.refusal(
          refused(act, fallback, e) + ", as fallback of model '" + model().id() + "': " + reason,
          e);
    }
  }

  /** The time limit applies to scoring and explaining together. */
  private Labelling labelWith(Model model, LegalAct act, Function<Duration, LabelScores> scoring) {
    long start = System.nanoTime();
    LabelScores scores = scoring.apply(config.timeLimit());
    ActDecision decision = decision(model);
    List<ScoredLabel> labels = decision.decide(scores);
    Optional<Double> confidence = decision.confidence(labels);
    List<Explanation> explanations =
        config.outputs().containsKey(OutputField.EXPLANATIONS)
            ? explain(model, act, labels, config.timeLimit().minusNanos(System.nanoTime() - start))
            : List.of();
    Labelling labelling = Labelling.of(model, labels, explanations, confidence);
    metrics.labelled(labelling.scores());
    if (model.manifest().name().equals(config.model())) {
      metrics.drift().scored(model, scores, confidence);
    }
    return labelling;
  }

  /** The decision of a model in this request; resolving concepts takes too long for each act. */
  private ActDecision decision(Model model) {
    return decisions.computeIfAbsent(
        model, key -> ActDecision.of(key.bundle(), config.decisionFor(key.manifest().name())));
  }

  private List<Explanation> explain(
      Model model, LegalAct act, List<ScoredLabel> labels, Duration remaining) {
    try {
      return model.explain(
          Requester.INDEXING, act, labels, Explanation.DEFAULT_PASSAGES, remaining);
    } catch (ScoringTimeoutException e) {
      // the message has the configured limit, not the remaining time
      throw new ScoringTimeoutException(
          "model '"
              + model.manifest().name()
              + "' did not label and explain within "
              + config.timeLimit().toMillis()
              + " ms",
          e);
    }
  }

  private static String refused(LegalAct act, Model model, RuntimeException e) {
    return "document '"
        + act.id()
        + "' refused: model '"
        + model.manifest().name()
        + "' could not label it: "
        + e.getMessage();
  }

  @Override
  public void close() {
    leases.close();
  }
}
