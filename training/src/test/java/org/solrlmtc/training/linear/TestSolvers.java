package org.solrlmtc.training.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.solrlmtc.core.text.NgramVocabulary;

/** Compares the solvers with liblinear, on acts that are not linearly separable. */
class TestSolvers {
  private static final int ROWS = 400;
  private static final int FEATURES = 60;
  private static final int PER_ROW = 8;

  /** SparseRows of length 1; the first 100 are positives, and more likely to have feature 0..9. */
  private static FeatureMatrix matrix() {
    return matrix(row -> 1);
  }

  private static FeatureMatrix matrix(IntUnaryOperator weights) {
    Random random = new Random(11);
    FeatureMatrix.Builder builder = new FeatureMatrix.Builder(ROWS * PER_ROW, 1);
    for (int row = 0; row < ROWS; row++) {
      boolean own = row < 100;
      int[] features =
          IntStream.generate(
                  () ->
                      own && random.nextInt(3) == 0 ? random.nextInt(10) : random.nextInt(FEATURES))
              .distinct()
              .limit(PER_ROW)
              .sorted()
              .toArray();
      float[] values = new float[PER_ROW];
      Arrays.fill(values, (float) (1 / Math.sqrt(PER_ROW)));
      builder.add(
          new FeatureMatrix.Row(
              features, values, own ? new int[] {0} : new int[0], weights.applyAsInt(row)));
    }
    long[] names = IntStream.range(0, FEATURES).asLongStream().toArray();
    return builder.build(NgramVocabulary.of(names, new int[FEATURES], ROWS), ROWS);
  }

  private static LabelProblem solve(
      FeatureMatrix matrix, Solver solver, double c, IntUnaryOperator copies) {
    int[] positives =
        Arrays.stream(matrix.rowsOfLabel()[0])
            .flatMap(row -> IntStream.generate(() -> row).limit(copies.applyAsInt(row)))
            .toArray();
    // liblinear regularises the bias towards 0
    LabelProblem problem = new LabelProblem(positives, c, new float[FEATURES], 0);
    for (int row = 100; row < ROWS; row++) {
      for (int copy = 0; copy < copies.applyAsInt(row); copy++) {
        problem.addNegative(row);
      }
    }
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 100; round++) {
      solver.improve(problem, random);
    }
    return problem;
  }

  private static Model liblinear(FeatureMatrix matrix, SolverType type, double c) {
    Problem problem = new Problem();
    problem.l = ROWS;
    problem.n = FEATURES + 1;
    problem.bias = 1;
    problem.x = new Feature[ROWS][];
    problem.y = new double[ROWS];
    for (int row = 0; row < ROWS; row++) {
      int start = matrix.rows().starts()[row];
      Feature[] features = new Feature[PER_ROW + 1];
      for (int i = 0; i < PER_ROW; i++) {
        features[i] =
            new FeatureNode(
                matrix.rows().features()[start + i] + 1, matrix.rows().values()[start + i]);
      }
      features[PER_ROW] = new FeatureNode(FEATURES + 1, 1);
      problem.x[row] = features;
      problem.y[row] = row < 100 ? 1 : -1;
    }
    Linear.disableDebugOutput();
    return Linear.train(problem, new Parameter(type, c, 1e-8, 100_000));
  }

  private static double objective(
      FeatureMatrix matrix, double[] weights, double bias, double c, Loss loss) {
    double objective = bias * bias / 2;
    for (double weight : weights) {
      objective += weight * weight / 2;
    }
    for (int row = 0; row < ROWS; row++) {
      double margin = bias;
      for (int at = matrix.rows().starts()[row]; at < matrix.rows().starts()[row + 1]; at++) {
        margin += weights[matrix.rows().features()[at]] * matrix.rows().values()[at];
      }
      margin *= row < 100 ? 1 : -1;
      double missing = Math.max(0, 1 - margin);
      objective += c * (loss == Loss.LOGISTIC ? Math.log1p(Math.exp(-margin)) : missing * missing);
    }
    return objective;
  }

  @ParameterizedTest
  @CsvSource({
    "SQUARED_HINGE, 0.1",
    "SQUARED_HINGE, 1",
    "SQUARED_HINGE, 10",
    "LOGISTIC, 0.1",
    "LOGISTIC, 1",
    "LOGISTIC, 10"
  })
  void theObjectiveIsAsLowAsLiblinears(Loss loss, double c) {
    FeatureMatrix matrix = matrix();
    LabelProblem ours = solve(matrix, solver(loss, matrix), c, row -> 1);
    Model theirs =
        liblinear(
            matrix,
            loss == Loss.LOGISTIC ? SolverType.L2R_LR_DUAL : SolverType.L2R_L2LOSS_SVC_DUAL,
            c);
    double[] weights = new double[FEATURES];
    Arrays.setAll(weights, i -> ours.weights[i]);
    double[] liblinear = Arrays.copyOf(theirs.getFeatureWeights(), FEATURES);
    double best = objective(matrix, liblinear, theirs.getFeatureWeights()[FEATURES], c, loss);
    assertEquals(best, objective(matrix, weights, ours.bias, c, loss), best * 5e-4);
    assertTrue(best > 1, "the problem must not be trivial: " + best);
  }

  @Test
  void anActWithWeightTwoCountsAsTwoActs() {
    IntUnaryOperator weights = row -> row % 3 == 0 ? 2 : 1;
    for (Loss loss : Loss.values()) {
      FeatureMatrix weighted = matrix(weights);
      FeatureMatrix plain = matrix();
      LabelProblem once = solve(weighted, solver(loss, weighted), 1, row -> 1);
      LabelProblem twice = solve(plain, solver(loss, plain), 1, weights);
      LabelProblem none = solve(plain, solver(loss, plain), 1, row -> 1);
      double difference = 0;
      for (int feature = 0; feature < FEATURES; feature++) {
        assertEquals(twice.weights[feature], once.weights[feature], 0.02);
        difference = Math.max(difference, Math.abs(none.weights[feature] - once.weights[feature]));
      }
      assertTrue(difference > 0.1, "the weights must matter: " + difference);
    }
  }

  private static Solver solver(Loss loss, FeatureMatrix matrix) {
    return loss == Loss.LOGISTIC
        ? new LogisticSolver(matrix.rows(), 100)
        : new SquaredHingeSolver(matrix.rows(), 100);
  }

  @Test
  void hardNegativesAreThoseWithTheHighestMargins() {
    Random random = new Random(3);
    for (int run = 0; run < 50; run++) {
      float[] margins = new float[500];
      HardNegatives found = new HardNegatives(20, -0.5f);
      for (int row = 0; row < margins.length; row++) {
        margins[row] = (random.nextInt(40) - 30) / 10f;
        found.offer(row, margins[row]);
      }
      int[] expected =
          IntStream.range(0, margins.length)
              .filter(row -> margins[row] > -0.5f)
              .boxed()
              .sorted(
                  (a, b) ->
                      margins[a] == margins[b] ? a - b : Float.compare(margins[b], margins[a]))
              .limit(20)
              .mapToInt(Integer::intValue)
              .sorted()
              .toArray();
      assertEquals(Arrays.toString(expected), Arrays.toString(found.rows()));
    }
  }
}
