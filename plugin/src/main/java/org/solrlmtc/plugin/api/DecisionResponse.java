package org.solrlmtc.plugin.api;

import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.solrlmtc.core.decide.DecisionRule;

/** Writes a decision rule into a response. */
public final class DecisionResponse {
  private DecisionResponse() {}

  public static NamedList<Object> of(DecisionRule rule) {
    NamedList<Object> decision = new SimpleOrderedMap<>();
    decision.add("type", rule.type().key());
    decision.add("threshold", rule.threshold());
    if (!rule.labelThresholds().isEmpty()) {
      decision.add("labelsWithOwnThreshold", rule.labelThresholds().size());
    }
    if (rule.type() == DecisionRule.Type.EXPECTED_F1) {
      decision.add("expectedLabels", rule.expectedLabels());
      decision.add("upperThreshold", rule.upperThreshold());
    }
    if (rule.wordsPerLabel() > 0) {
      decision.add("wordsPerLabel", rule.wordsPerLabel());
    }
    if (rule.minLabels() > 0) {
      decision.add("minLabels", rule.minLabels());
    }
    if (rule.maxLabels() < Integer.MAX_VALUE) {
      decision.add("maxLabels", rule.maxLabels());
    }
    return decision;
  }
}
