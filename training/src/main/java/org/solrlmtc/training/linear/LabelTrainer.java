package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Trains the binary classifier of one label against all other acts (one-vs-rest), with
 * hard-negative mining. Nearly all acts are easy negatives that would teach nothing. So training
 * starts with the positives and a random sample of negatives; then all acts are scored, those with
 * the highest margins are added as negatives, and training continues. Mining uses only the weights
 * that survive pruning: they are few, so that most acts need not be touched.
 *
 * <p>The result depends on rows, settings and label alone. Used by one thread.
 */
final class LabelTrainer {
  private final SparseRows rows;
  private final ActsByFeature actsByFeature;
  private final LinearSettings settings;
  private final Solver solver;
  private final float[] weights;
  private final float[] margins;

  /**
   * @param actsByFeature the same rows; trainers of several threads share it
   */
  LabelTrainer(SparseRows rows, ActsByFeature actsByFeature, LinearSettings settings) {
    this.rows = rows;
    this.actsByFeature = actsByFeature;
    this.settings = settings;
    this.solver = Solver.of(settings, rows);
    this.weights = new float[rows.width()];
    this.margins = new float[rows.acts()];
  }

  /** What a trainer takes beside the rows. */
  static long bytes(int features) {
    return 2L * features * Float.BYTES;
  }

  TrainedLabel train(PositiveRows label) {
    SplittableRandom random = new SplittableRandom(settings.seed() * 1_000_003L + label.label());
    int[] own = label.rows();
    double restingBias = solver.restingBias(own.length, rows.acts());
    Arrays.fill(weights, 0);
    LabelProblem problem =
        new LabelProblem(own, settings.regularisationC(own.length), weights, restingBias);
    BitSet used = new BitSet(rows.acts());
    for (int row : own) {
      used.set(row);
    }
    int limit = limit(own.length);
    // a random sample, so that words of every act get no weight at first
    for (int drawn = 0; drawn < limit; drawn++) {
      add(random.nextInt(rows.acts()), problem, used);
    }
    solver.improve(problem, random);
    for (int round = 1; round < settings.miningRounds(); round++) {
      HardNegatives found = hardNegatives(problem, used, limit, (float) restingBias);
      for (int act : found.rows()) {
        add(act, problem, used);
      }
      solver.improve(problem, random);
    }
    return prune(label.label(), problem);
  }

  private int limit(int positives) {
    double limit =
        Math.max(settings.hardNegatives(), settings.hardNegativesPerPositive() * positives);
    return (int) Math.min(limit, rows.acts());
  }

  private static void add(int act, LabelProblem problem, BitSet used) {
    if (!used.get(act)) {
      used.set(act);
      problem.addNegative(act);
    }
  }

  private HardNegatives hardNegatives(LabelProblem problem, BitSet used, int limit, float bar) {
    Arrays.fill(margins, (float) problem.bias);
    for (int feature = 0; feature < weights.length; feature++) {
      if (isKept(weights[feature])) {
        actsByFeature.add(feature, weights[feature], margins);
      }
    }
    HardNegatives found = new HardNegatives(limit, bar);
    for (int act = used.nextClearBit(0); act < margins.length; act = used.nextClearBit(act + 1)) {
      found.offer(act, margins[act]);
    }
    return found;
  }

  private boolean isKept(float weight) {
    return weight != 0 && Math.abs(weight) >= settings.pruningThreshold();
  }

  private TrainedLabel prune(int label, LabelProblem problem) {
    int kept = 0;
    int[] features = new int[weights.length];
    for (int feature = 0; feature < weights.length; feature++) {
      if (isKept(weights[feature])) {
        features[kept++] = feature;
      }
    }
    features = Arrays.copyOf(features, kept);
    float[] keptWeights = new float[kept];
    for (int i = 0; i < kept; i++) {
      keptWeights[i] = weights[features[i]];
    }
    return new TrainedLabel(label, (float) problem.bias, features, keptWeights);
  }
}
