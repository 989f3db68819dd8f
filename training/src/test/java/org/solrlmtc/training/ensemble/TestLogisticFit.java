package org.solrlmtc.training.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.ensemble.LogisticWeights;
import org.solrlmtc.core.ensemble.TermSet;

/** Acts of twenty labels, one of them correct, and members of known quality. */
class TestLogisticFit {
  private static final int ACTS = 300;
  private static final int LABELS = 20;

  @Test
  void aRandomMemberGetsNoWeight() {
    Random random = new Random(1);
    Function<Boolean, Float> good =
        right -> probability((right ? 2.5 : 0) + random.nextGaussian() - 2);
    LogisticWeights combiner =
        fit(TermSet.LINEAR, right -> new float[] {good.apply(right), random.nextFloat()});
    assertTrue(combiner.weights().get(1) > 1, combiner.toString());
    assertEquals(0, combiner.weights().get(2), 0.1);
  }

  @Test
  void membersWithIndependentErrorsBothGetWeight() {
    Random random = new Random(2);
    Function<Boolean, Float> guess =
        right -> probability((right ? 2.5 : 0) + random.nextGaussian() - 2);
    LogisticWeights combiner =
        fit(TermSet.LINEAR, right -> new float[] {guess.apply(right), guess.apply(right)});
    // by the odds of two normal distributions with these means
    assertEquals(2.5, combiner.weights().get(1), 0.4);
    assertEquals(2.5, combiner.weights().get(2), 0.4);
  }

  @Test
  void probabilitiesAreTheRatioOfCorrectLabels() {
    for (TermSet form : TermSet.values()) {
      Random random = new Random(3);
      // a found label is correct in about half of the cases; one label in twenty is correct
      LogisticWeights combiner =
          fit(form, right -> new float[] {right || random.nextInt(LABELS - 1) == 0 ? 0.8f : 0.2f});
      assertEquals(0.5, combiner.probability(new float[] {0.8f}, 1), 0.06);
      assertTrue(combiner.probability(new float[] {0.2f}, 1) < 0.02);
    }
  }

  @Test
  void productsOfScoresExpressThatMembersMustAgree() {
    Random random = new Random(5);
    Function<Boolean, float[]> agreeing =
        right -> {
          boolean first = right || random.nextInt(4) == 0;
          boolean second = right || !first && random.nextInt(3) == 0;
          return new float[] {first ? 0.9f : 0.1f, second ? 0.9f : 0.1f};
        };
    LogisticWeights combiner = fit(TermSet.QUADRATIC, agreeing);
    assertTrue(combiner.probability(new float[] {0.9f, 0.9f}, 1) > 0.9, combiner.toString());
    assertTrue(combiner.probability(new float[] {0.9f, 0.1f}, 1) < 0.05, combiner.toString());
    assertTrue(combiner.probability(new float[] {0.1f, 0.9f}, 1) < 0.05, combiner.toString());
  }

  @Test
  void withoutExamplesMembersHaveEqualWeights() {
    LogisticWeights mixture = new LogisticFit(TermSet.QUADRATIC, 2, List.of()).fit();
    assertEquals(LogisticWeights.equal(TermSet.QUADRATIC, 2), mixture);
    assertEquals(0.7, mixture.probability(new float[] {0.7f, 0.7f}, 9), 1e-6);
  }

  private static float probability(double logOdds) {
    return (float) (1 / (1 + Math.exp(-logOdds)));
  }

  private static LogisticWeights fit(TermSet form, Function<Boolean, float[]> scores) {
    Random random = new Random(4);
    List<MemberScores> acts = new ArrayList<>();
    int members = 0;
    for (int act = 0; act < ACTS; act++) {
      float[][] ofLabels = new float[LABELS][];
      boolean[] right = new boolean[LABELS];
      right[random.nextInt(LABELS)] = true;
      for (int label = 0; label < LABELS; label++) {
        ofLabels[label] = scores.apply(right[label]);
        members = ofLabels[label].length;
      }
      acts.add(new MemberScores(ofLabels, new int[LABELS], right));
    }
    return new LogisticFit(form, members, acts).fit();
  }
}
