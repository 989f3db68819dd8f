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

/**
 * Acts of twenty labels, one of them right, and members of which it is known what they are worth.
 */
class TestLogisticFit {
  private static final int ACTS = 300;
  private static final int LABELS = 20;

  @Test
  void aRandomMemberGetsNoWeight() {
    Random random = new Random(1);
    Function<Boolean, Float> good =
        right -> probability((right ? 2.5 : 0) + random.nextGaussian() - 2);
    LogisticWeights mixture =
        fit(TermSet.LINEAR, right -> new float[] {good.apply(right), random.nextFloat()});
    assertTrue(mixture.weights().get(1) > 1, mixture.toString());
    assertEquals(0, mixture.weights().get(2), 0.1);
  }

  @Test
  void membersWithIndependentErrorsBothGetWeight() {
    Random random = new Random(2);
    Function<Boolean, Float> guess =
        right -> probability((right ? 2.5 : 0) + random.nextGaussian() - 2);
    LogisticWeights mixture =
        fit(TermSet.LINEAR, right -> new float[] {guess.apply(right), guess.apply(right)});
    // by the odds of two normal distributions that lie so far apart
    assertEquals(2.5, mixture.weights().get(1), 0.4);
    assertEquals(2.5, mixture.weights().get(2), 0.4);
  }

  @Test
  void probabilitiesAreTheShareOfRightLabels() {
    for (TermSet form : TermSet.values()) {
      Random random = new Random(3);
      // a label found is right in about half of the cases, and one in twenty is right at all
      LogisticWeights mixture =
          fit(form, right -> new float[] {right || random.nextInt(LABELS - 1) == 0 ? 0.8f : 0.2f});
      assertEquals(0.5, mixture.probability(new float[] {0.8f}, 1), 0.06);
      assertTrue(mixture.probability(new float[] {0.2f}, 1) < 0.02);
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
    LogisticWeights mixture = fit(TermSet.QUADRATIC, agreeing);
    assertTrue(mixture.probability(new float[] {0.9f, 0.9f}, 1) > 0.9, mixture.toString());
    assertTrue(mixture.probability(new float[] {0.9f, 0.1f}, 1) < 0.05, mixture.toString());
    assertTrue(mixture.probability(new float[] {0.1f, 0.9f}, 1) < 0.05, mixture.toString());
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
