package org.solrlmtc.training.tune;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.solrlmtc.core.decide.DecisionRule;
import org.solrlmtc.core.label.ActDecision;
import org.solrlmtc.core.reference.Distribution;
import org.solrlmtc.core.reference.Reference;
import org.solrlmtc.core.reference.Signal;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.score.ScoredLabel;

/** Collects the {@link Reference} of a bundle from its development acts. */
final class References {
  /** A language of fewer acts is not one that the model reads. */
  private static final double MIN_SHARE = 0.05;

  private final DecisionRule rule;
  private final double goldLabels;
  private final Map<String, Integer> languages = new TreeMap<>();
  private final Map<Signal, List<Double>> values = new EnumMap<>(Signal.class);
  private int acts;
  private int actsWithLanguage;

  References(DecisionRule rule, double goldLabels) {
    this.rule = rule;
    this.goldLabels = goldLabels;
  }

  void add(LabelScores scores, List<String> languageOfAct) {
    acts++;
    for (String language : languageOfAct) {
      actsWithLanguage++;
      languages.merge(language, 1, Integer::sum);
    }
    List<ScoredLabel> best = scores.top(1);
    add(Signal.BEST_SCORE, best.isEmpty() ? 0 : best.get(0).score());
    scores.coverage().ifPresent(coverage -> add(Signal.COVERAGE, coverage.share()));
    double expected = rule.expectedLabels() > 0 ? rule.expectedLabels() : goldLabels;
    add(Signal.CONFIDENCE, ActDecision.confidence(rule.decide(scores), expected));
  }

  private void add(Signal signal, double value) {
    values.computeIfAbsent(signal, key -> new ArrayList<>()).add(value);
  }

  Reference build() {
    Map<String, Distribution> signals = new LinkedHashMap<>();
    values.forEach(
        (signal, list) ->
            signals.put(
                signal.key(),
                Distribution.of(list.stream().mapToDouble(Double::doubleValue).toArray())));
    List<String> read =
        languages.entrySet().stream()
            .filter(language -> language.getValue() >= MIN_SHARE * actsWithLanguage)
            .map(Map.Entry::getKey)
            .toList();
    return new Reference(acts, read, goldLabels, signals);
  }
}
