package org.solrlmtc.core.eval;

import java.util.ArrayList;
import java.util.List;

/** Predictions by score, in bins of equal width. */
final class CalibrationTally {
  private static final int BINS = 20;

  private final long[] predictions = new long[BINS];
  private final long[] gold = new long[BINS];
  private final long[] scores = new long[BINS];

  void add(float score, boolean isGold) {
    int bin = Math.min(BINS - 1, (int) ((double) score * BINS));
    predictions[bin]++;
    gold[bin] += isGold ? 1 : 0;
    scores[bin] += FixedPoint.of(score);
  }

  void merge(CalibrationTally other) {
    for (int bin = 0; bin < BINS; bin++) {
      addTo(bin, other.predictions[bin], other.gold[bin], other.scores[bin]);
    }
  }

  List<CalibrationBin> bins() {
    List<CalibrationBin> bins = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      bins.add(
          new CalibrationBin(
              (double) bin / BINS,
              (double) (bin + 1) / BINS,
              predictions[bin],
              FixedPoint.toDouble(scores[bin]) / predictions[bin],
              (double) gold[bin] / predictions[bin]));
    }
    return bins;
  }

  void write(CountState state, String key) {
    for (int bin = 0; bin < BINS; bin++) {
      state.put(key + "/" + bin, predictions[bin], gold[bin], scores[bin]);
    }
  }

  void read(CountState state, String key) {
    for (int bin = 0; bin < BINS; bin++) {
      long[] counts = state.counts(key + "/" + bin, 3);
      addTo(bin, counts[0], counts[1], counts[2]);
    }
  }

  private void addTo(int bin, long morePredictions, long moreGold, long moreScores) {
    predictions[bin] = Math.addExact(predictions[bin], morePredictions);
    gold[bin] = Math.addExact(gold[bin], moreGold);
    scores[bin] = Math.addExact(scores[bin], moreScores);
  }
}
