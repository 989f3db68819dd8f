package org.solrlmtc.core.eval;

/** Precision, recall and F1 of assigned labels; {@code NaN} where undefined. */
public record DecisionScores(double precision, double recall, double f1) {
  static DecisionScores of(DecisionCounts counts) {
    return new DecisionScores(counts.precision(), counts.recall(), counts.f1());
  }
}
