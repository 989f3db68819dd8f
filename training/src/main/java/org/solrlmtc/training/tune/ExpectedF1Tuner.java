package org.solrlmtc.training.tune;

import org.solrlmtc.core.decide.DecisionRule;

/**
 * Makes a rule of the type {@code expected-f1}. The expected number of labels is the mean number of
 * gold labels. It is not tuned for the best F1 on the acts: what makes the rule good on other acts
 * is that it does not fit these closely. The upper threshold is the one with the best micro-F1.
 */
final class ExpectedF1Tuner {
  private static final int STEPS = 100;

  private ExpectedF1Tuner() {}

  static DecisionRule tune(ScoredActs acts, DecisionOptions options) {
    double expectedLabels =
        options
            .expectedLabels()
            .orElseGet(() -> Math.max(1, acts.gold() / (double) Math.max(1, acts.acts().size())));
    DecisionRule best = options.rule(options.floor(), expectedLabels, 1);
    if (options.upperThreshold().isPresent()) {
      return options.rule(options.floor(), expectedLabels, options.upperThreshold().get());
    }
    double bestF1 = acts.counts(best).f1();
    for (int step = STEPS - 1; step >= options.floor() * STEPS; step--) {
      DecisionRule rule = options.rule(options.floor(), expectedLabels, step / (double) STEPS);
      double f1 = acts.counts(rule).f1();
      if (f1 > bestF1) {
        bestF1 = f1;
        best = rule;
      }
    }
    return best;
  }
}
