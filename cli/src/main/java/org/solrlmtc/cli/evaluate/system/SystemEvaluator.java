package org.solrlmtc.cli.evaluate.system;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.eval.ActPredictions;
import org.solrlmtc.core.eval.Evaluation;
import org.solrlmtc.core.eval.EvaluationSettings;
import org.solrlmtc.core.eval.Evaluator;
import org.solrlmtc.core.eval.significance.EvaluatedRun;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * Measures a system in one pass over its predictions: under the paper's decision rule, and under
 * the system's own where it has one.
 */
public final class SystemEvaluator {
  /** The paper assigns a label when its score is above one half. */
  public static final DecisionRule PAPER_RULE = DecisionRule.above(0.5);

  private final UnderRule paper;
  private final Optional<UnderRule> own;

  /**
   * Evaluates acts under one rule; keeping the results of each act is optional, as it costs memory.
   */
  private record UnderRule(Evaluator evaluator, Optional<EvaluatedRun> run) {
    static UnderRule of(EvaluationSettings settings, boolean byAct) {
      return new UnderRule(
          new Evaluator(settings),
          byAct ? Optional.of(new EvaluatedRun(settings)) : Optional.empty());
    }

    void add(ActPredictions predictions, Collection<String> gold) {
      evaluator.add(predictions, gold);
      run.ifPresent(acts -> acts.add(predictions, gold));
    }
  }

  /**
   * @param ownRule a second decision rule
   * @param thesaurus the hierarchy for hierarchical measures
   * @param byAct whether to keep the results of each act, for intervals and significance tests
   */
  public SystemEvaluator(
      LabelSet labels,
      List<Integer> ks,
      Optional<DecisionRule> ownRule,
      Optional<Thesaurus> thesaurus,
      boolean byAct) {
    EvaluationSettings plain = EvaluationSettings.of(labels).withKs(ks);
    EvaluationSettings settings =
        thesaurus.map(concepts -> plain.withAncestors(concepts::ancestors)).orElse(plain);
    this.paper = UnderRule.of(settings.withRule(PAPER_RULE), byAct);
    this.own = ownRule.map(rule -> UnderRule.of(settings.withRule(rule), byAct));
  }

  /** Adds one act. */
  public void add(ActPredictions predictions, Collection<String> gold) {
    paper.add(predictions, gold);
    own.ifPresent(rule -> rule.add(predictions, gold));
  }

  /** The results under the paper's rule. */
  public Evaluation underPaperRule() {
    return paper.evaluator().evaluate();
  }

  /** The results under the system's own rule; empty when it has none. */
  public Optional<Evaluation> underOwnRule() {
    return own.map(rule -> rule.evaluator().evaluate());
  }

  /** The results by act under the paper's rule. */
  public EvaluatedRun actsUnderPaperRule() {
    return paper.run().orElseThrow();
  }

  /** The results by act under the system's own rule; empty when it has none. */
  public Optional<EvaluatedRun> actsUnderOwnRule() {
    return own.map(rule -> rule.run().orElseThrow());
  }
}
