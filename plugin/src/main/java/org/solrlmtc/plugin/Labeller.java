package org.solrlmtc.plugin;

import com.codahale.metrics.Timer;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.Explanation;
import org.solrlmtc.core.score.ScoredLabel;

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
    Model model = leases.get(config.model());
    if (act.isBlank()) {
      return Labelling.none(model, Status.NO_TEXT);
    }
    Timer.Context time = metrics.begin();
    try {
      Labelling labelling = label(act, model);
      metrics.labelled(labelling.scores());
      return labelling;
    } finally {
      time.stop();
    }
  }

  private Labelling label(LegalAct act, Model model) {
    try {
      TextTooLongException.check(act, config.maxTextChars());
      return labelBy(model, act);
    } catch (RuntimeException e) {
      FailureReason reason = FailureReason.of(e);
      metrics.failed(reason);
      if (config.onFailure() == FailurePolicy.FALLBACK && reason != FailureReason.TEXT_TOO_LONG) {
        return labelByFallback(act, model, reason.describe(e));
      }
      if (config.onFailure() == FailurePolicy.SKIP && reason != FailureReason.QUEUE_FULL) {
        log.warn("document {} passes unlabelled: model {} failed", act.id(), model.id(), e);
        return Labelling.none(model, Status.failed(reason.describe(e)));
      }
      throw reason.refusal(refused(act, model, e), e);
    }
  }

  private Labelling labelByFallback(LegalAct act, Model failed, String reason) {
    Model fallback = leases.get(config.fallback().orElseThrow());
    try {
      Labelling labelling = labelBy(fallback, act).asFallback(reason);
      metrics.labelledByFallback();
      return labelling;
    } catch (RuntimeException e) {
      FailureReason again = FailureReason.of(e);
      metrics.failed(again);
      throw again.refusal(
          refused(act, fallback, e) + ", in the place of model '" + failed.id() + "': " + reason,
          e);
    }
  }

  private Labelling labelBy(Model model, LegalAct act) {
    List<ScoredLabel> labels = model.label(act, config.timeLimit());
    List<Explanation> explanations =
        config.outputs().containsKey(OutputField.EXPLANATIONS)
            ? model.explain(act, labels, Explanation.DEFAULT_PASSAGES, config.timeLimit())
            : List.of();
    return Labelling.of(model, labels, explanations);
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
