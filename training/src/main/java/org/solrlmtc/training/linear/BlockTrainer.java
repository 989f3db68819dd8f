package org.solrlmtc.training.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Learns a block of labels. Nearly all acts are plainly not about a given label and would teach
 * nothing; so each label is learnt from its own acts and a few others, then all acts are looked
 * through for those it would wrongly be given to, and learning goes on with these added. Looking
 * through the acts is the costly part: it is done for all labels of the block at once.
 *
 * <p>A block's outcome depends on nothing but rows, settings and labels. Used by one thread.
 */
final class BlockTrainer {
  /** Labels in a block: their weights for one feature fill a cache line. */
  static final int LABELS = 16;

  private final Rows rows;
  private final LinearSettings settings;
  private final Solver solver;
  private final float[][] weights;

  /** All labels' weights, feature by feature. */
  private final float[] interleaved;

  /** For every row a bit for each label that learns from it. */
  private final char[] used;

  BlockTrainer(Rows rows, LinearSettings settings) {
    this.rows = rows;
    this.settings = settings;
    this.solver = Solver.of(settings, rows);
    this.weights = new float[LABELS][rows.width()];
    this.interleaved = new float[rows.width() * LABELS];
    this.used = new char[rows.size()];
  }

  /** What a trainer takes beside the rows. */
  static long bytes(int features) {
    return 2L * LABELS * features * Float.BYTES;
  }

  /** Learns at most {@link #LABELS} labels. */
  List<TrainedLabel> train(List<OwnRows> labels) {
    Arrays.fill(used, (char) 0);
    LabelProblem[] problems = new LabelProblem[labels.size()];
    SplittableRandom[] randoms = new SplittableRandom[labels.size()];
    for (int i = 0; i < problems.length; i++) {
      randoms[i] = new SplittableRandom(settings.seed() * 1_000_003L + labels.get(i).label());
      problems[i] = begin(i, labels.get(i).rows(), randoms[i]);
    }
    for (int round = 0; round < settings.rounds(); round++) {
      if (round > 0) {
        addHardNegatives(problems);
      }
      for (int i = 0; i < problems.length; i++) {
        solver.improve(problems[i], randoms[i]);
      }
    }
    List<TrainedLabel> trained = new ArrayList<>();
    for (int i = 0; i < problems.length; i++) {
      trained.add(prune(labels.get(i).label(), problems[i]));
    }
    return trained;
  }

  private LabelProblem begin(int i, int[] own, SplittableRandom random) {
    Arrays.fill(weights[i], 0);
    LabelProblem problem =
        new LabelProblem(
            own,
            settings.costFor(own.length),
            weights[i],
            solver.restingBias(own.length, rows.acts()));
    for (int row : own) {
      used[row] |= (char) (1 << i);
    }
    // some acts drawn by lot, so that words of every act do not seem telling at first
    for (int drawn = 0; drawn < limit(problem); drawn++) {
      add(problem, i, random.nextInt(rows.acts()));
    }
    return problem;
  }

  private int limit(LabelProblem problem) {
    double limit = Math.max(settings.negatives(), settings.negativesPerAct() * problem.positives);
    return (int) Math.min(limit, rows.acts());
  }

  private void add(LabelProblem problem, int i, int row) {
    if ((used[row] & 1 << i) == 0) {
      used[row] |= (char) (1 << i);
      problem.addNegative(row);
    }
  }

  private void addHardNegatives(LabelProblem[] problems) {
    HardNegatives[] found = new HardNegatives[problems.length];
    float[] biases = new float[LABELS];
    for (int i = 0; i < problems.length; i++) {
      LabelProblem problem = problems[i];
      float bar = (float) solver.restingBias(problem.positives, rows.acts());
      found[i] = new HardNegatives(limit(problem), bar);
      biases[i] = (float) problem.bias;
      for (int feature = 0; feature < problem.weights.length; feature++) {
        interleaved[feature * LABELS + i] = problem.weights[feature];
      }
    }
    float[] margins = new float[LABELS];
    for (int row = 0; row < rows.acts(); row++) {
      margins(row, margins);
      for (int i = 0; i < problems.length; i++) {
        if ((used[row] & 1 << i) == 0) {
          found[i].offer(row, margins[i] + biases[i]);
        }
      }
    }
    for (int i = 0; i < problems.length; i++) {
      for (int row : found[i].rows()) {
        add(problems[i], i, row);
      }
    }
  }

  /** The products of a row with the weights of all labels, in local sums that stay in registers. */
  private void margins(int row, float[] margins) {
    int[] features = rows.features();
    float[] values = rows.values();
    float[] w = interleaved;
    int end = rows.starts()[row + 1];
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    float s8 = 0, s9 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0, s14 = 0, s15 = 0;
    for (int at = rows.starts()[row]; at < end; at++) {
      float value = values[at];
      int base = features[at] * LABELS;
      s0 += value * w[base];
      s1 += value * w[base + 1];
      s2 += value * w[base + 2];
      s3 += value * w[base + 3];
      s4 += value * w[base + 4];
      s5 += value * w[base + 5];
      s6 += value * w[base + 6];
      s7 += value * w[base + 7];
      s8 += value * w[base + 8];
      s9 += value * w[base + 9];
      s10 += value * w[base + 10];
      s11 += value * w[base + 11];
      s12 += value * w[base + 12];
      s13 += value * w[base + 13];
      s14 += value * w[base + 14];
      s15 += value * w[base + 15];
    }
    margins[0] = s0;
    margins[1] = s1;
    margins[2] = s2;
    margins[3] = s3;
    margins[4] = s4;
    margins[5] = s5;
    margins[6] = s6;
    margins[7] = s7;
    margins[8] = s8;
    margins[9] = s9;
    margins[10] = s10;
    margins[11] = s11;
    margins[12] = s12;
    margins[13] = s13;
    margins[14] = s14;
    margins[15] = s15;
  }

  private TrainedLabel prune(int label, LabelProblem problem) {
    float[] all = problem.weights;
    int kept = 0;
    int[] features = new int[all.length];
    for (int feature = 0; feature < all.length; feature++) {
      if (all[feature] != 0 && Math.abs(all[feature]) >= settings.smallestWeight()) {
        features[kept++] = feature;
      }
    }
    features = Arrays.copyOf(features, kept);
    float[] keptWeights = new float[kept];
    for (int i = 0; i < kept; i++) {
      keptWeights[i] = all[features[i]];
    }
    return new TrainedLabel(label, (float) problem.bias, features, keptWeights);
  }
}
