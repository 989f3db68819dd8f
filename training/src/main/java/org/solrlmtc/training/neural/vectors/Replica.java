package org.solrlmtc.training.neural.vectors;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Trains on its share of a round, on its own copies of the rows that it changes. The contexts of a
 * word share their negative samples: a window is a product of two small matrices, computed three
 * rows at a time. Used by one thread at a time.
 */
final class Replica {
  private static final int ROWS = 3;

  /**
   * The negative samples of an act are from a small pool, so that their rows stay in the CPU cache:
   * fetching other rows for each word takes longer than training on them.
   */
  private static final int POOL = 256;

  private final PrivateRows contextRows;
  private final PrivateRows targetRows;
  private final int window;
  private final int negatives;
  private final float[] keep;
  private final NegativeTable table;
  private final int[] pool = new int[POOL];
  private final float[] filler;
  private final float[][] contexts;
  private final float[][] targets;
  private final float[][] errors;
  private final float[][] steps;

  /**
   * @param keep the probability of keeping an occurrence, per word (subsampling)
   */
  Replica(SkipGramModel model, SkipGramSettings settings, float[] keep, NegativeTable table) {
    this.contextRows = new PrivateRows(model.contexts());
    this.targetRows = new PrivateRows(model.targets());
    this.window = settings.window();
    this.negatives = settings.negativeSamples();
    this.keep = keep;
    this.table = table;
    int length = SkipGramModel.rowLength(settings.dimension());
    this.filler = new float[length];
    this.contexts = new float[roundUp(2 * window)][];
    this.targets = new float[roundUp(1 + negatives)][];
    Arrays.fill(targets, filler);
    this.errors = new float[contexts.length][targets.length];
    this.steps = new float[contexts.length][length];
  }

  private static int roundUp(int count) {
    return (count + ROWS - 1) / ROWS * ROWS;
  }

  PrivateRows contextRows() {
    return contextRows;
  }

  PrivateRows targetRows() {
    return targetRows;
  }

  void beginRound() {
    contextRows.beginRound();
    targetRows.beginRound();
  }

  void endRound() {
    contextRows.endRound();
    targetRows.endRound();
  }

  /** Trains on an act. */
  void train(int[] act, float learningRate, SplittableRandom random) {
    for (int i = 0; i < POOL; i++) {
      pool[i] = table.sample(random);
    }
    int[] text = new int[act.length];
    int length = 0;
    for (int word : act) {
      if (keep[word] >= 1 || random.nextDouble() < keep[word]) {
        text[length++] = word;
      }
    }
    for (int centre = 0; centre < length; centre++) {
      int reach = 1 + random.nextInt(window);
      int found = gatherContexts(text, centre, reach, length);
      if (found > 0) {
        gatherTargets(text[centre], random);
        trainWindow(found, learningRate);
      }
    }
  }

  private int gatherContexts(int[] text, int centre, int reach, int length) {
    int found = 0;
    int last = Math.min(length - 1, centre + reach);
    for (int at = Math.max(0, centre - reach); at <= last; at++) {
      if (at != centre) {
        contexts[found++] = contextRows.use(text[at]);
      }
    }
    return found;
  }

  private void gatherTargets(int word, SplittableRandom random) {
    targets[0] = targetRows.use(word);
    for (int i = 1; i <= negatives; i++) {
      int other = pool[random.nextInt(POOL)];
      while (other == word) {
        other = table.sample(random);
      }
      targets[i] = targetRows.use(other);
    }
  }

  /** One step for all pairs of a window, with the gradients before the step. */
  private void trainWindow(int found, float learningRate) {
    for (int c = 0; c < found; c++) {
      float[] error = errors[c];
      Arrays.fill(steps[c], 0);
      for (int t = 0; t < targets.length; t += ROWS) {
        products(contexts[c], targets[t], targets[t + 1], targets[t + 2], error, t);
        for (int i = t; i < t + ROWS; i++) {
          error[i] = i > negatives ? 0 : learningRate * ((i == 0 ? 1 : 0) - Sigmoid.of(error[i]));
        }
        add(
            steps[c],
            error[t],
            targets[t],
            error[t + 1],
            targets[t + 1],
            error[t + 2],
            targets[t + 2]);
      }
    }
    for (int c = found; c < roundUp(found); c++) {
      contexts[c] = filler;
    }
    for (int t = 0; t <= negatives; t++) {
      for (int c = 0; c < found; c += ROWS) {
        add(
            targets[t],
            errors[c][t],
            contexts[c],
            errors[c + 1][t],
            contexts[c + 1],
            errors[c + 2][t],
            contexts[c + 2]);
      }
    }
    for (int c = 0; c < found; c++) {
      add(contexts[c], steps[c]);
    }
  }

  /** Writes the dot products of a row with three others, with six independent sums. */
  private static void products(
      float[] row, float[] a, float[] b, float[] c, float[] target, int offset) {
    float a0 = 0;
    float a1 = 0;
    float b0 = 0;
    float b1 = 0;
    float c0 = 0;
    float c1 = 0;
    for (int i = 0; i < row.length; i += 2) {
      float even = row[i];
      float odd = row[i + 1];
      a0 += even * a[i];
      b0 += even * b[i];
      c0 += even * c[i];
      a1 += odd * a[i + 1];
      b1 += odd * b[i + 1];
      c1 += odd * c[i + 1];
    }
    target[offset] = a0 + a1;
    target[offset + 1] = b0 + b1;
    target[offset + 2] = c0 + c1;
  }

  private static void add(float[] to, float x, float[] a, float y, float[] b, float z, float[] c) {
    for (int i = 0; i < to.length; i++) {
      to[i] += x * a[i] + y * b[i] + z * c[i];
    }
  }

  private static void add(float[] to, float[] step) {
    for (int i = 0; i < to.length; i++) {
      to[i] += step[i];
    }
  }
}
