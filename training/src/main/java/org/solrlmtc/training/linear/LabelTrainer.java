package org.solrlmtc.training.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Trains the binary classifier of one label against all other acts (one-vs-rest), with
 * hard-negative mining. Nearly all acts are easy negatives, which do not change the model. So
 * training starts with the positives and a random sample of negatives; then all acts are scored,
 * those with the highest margins are added as negatives, and training continues. Mining uses only
 * the few weights that survive pruning, so that most acts need not be visited.
 *
 * <p>The result depends only on rows, settings and label. Used by one thread.
 */
final class LabelTrainer {
  private final SparseRows rows;
  private final ActsByFeature actsByFeature;
  private final LinearSettings settings;
  private final Solver solver;
  private final float[] weights;
  private final float[] margins;

  /**
   * @param actsByFeature the same rows; shared by the trainers of all threads
   */
  LabelTrainer(SparseRows rows, ActsByFeature actsByFeature, LinearSettings settings) {
    this.rows = rows;
    this.actsByFeature = actsByFeature;
    this.settings = settings;
    this.solver = Solver.of(settings, rows);
    this.weights = new float[rows.width()];
    this.margins = new float[rows.acts()];
  }

  /** The memory of a trainer beside the rows. */
  static long bytes(int features) {
    return 2L * features * Float.BYTES;
  }

  TrainedLabel train(PositiveRows label) {
    SplittableRandom random = new SplittableRandom(settings.seed() * 1_000_003L + label.label());
    int[] positives = label.rows();
    double initialBias = solver.initialBias(positives.length, rows.acts());
    Arrays.fill(weights, 0);
    LabelProblem problem =
        new LabelProblem(
            positives, settings.regularisationC(positives.length), weights, initialBias);
    BitSet used = new BitSet(rows.acts());
    for (int row : positives) {
      used.set(row);
    }
    int limit = limit(positives.length);
    // a random sample, so that words of all acts have no weight in the first round
    for (int sampled = 0; sampled < limit; sampled++) {
      add(random.nextInt(rows.acts()), problem, used);
    }
    solver.improve(problem, random);
    for (int round = 1; round < settings.miningRounds(); round++) {
      HardNegatives found = hardNegatives(problem, used, limit, (float) initialBias);
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

  private HardNegatives hardNegatives(
      LabelProblem problem, BitSet used, int limit, float minMargin) {
    Arrays.fill(margins, (float) problem.bias);
    for (int feature = 0; feature < weights.length; feature++) {
      if (isKept(weights[feature])) {
        actsByFeature.add(feature, weights[feature], margins);
      }
    }
    HardNegatives found = new HardNegatives(limit, minMargin);
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
