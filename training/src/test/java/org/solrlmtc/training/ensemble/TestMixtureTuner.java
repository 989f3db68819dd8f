package org.solrlmtc.training.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.solrlmtc.core.ensemble.Mixture;

/**
 * Acts of twenty labels, one of them right, and members of which it is known what they are worth.
 */
class TestMixtureTuner {
  private static final int ACTS = 300;
  private static final int LABELS = 20;

  @Test
  void aMemberThatKnowsNothingGetsNoWeight() {
    Random random = new Random(1);
    Mixture mixture =
        tune(right -> new float[] {right ? 0.9f : 0.1f, 0.01f + 0.98f * random.nextFloat()});
    assertEquals(List.of(1.0, 0.0), mixture.weights());
  }

  @Test
  void membersThatErrApartAreBothHeard() {
    Random random = new Random(2);
    Function<Boolean, Float> guess =
        right -> {
          double logOdds = (right ? 2.5 : 0) + random.nextGaussian() - 2;
          return (float) (1 / (1 + Math.exp(-logOdds)));
        };
    Mixture mixture = tune(right -> new float[] {guess.apply(right), guess.apply(right)});
    assertTrue(
        mixture.weights().stream().allMatch(weight -> weight >= 0.2), mixture.weights().toString());
  }

  @Test
  void sumsBecomeTheShareOfRightLabels() {
    Random random = new Random(3);
    // a label found is right in about half of the cases, and one in twenty is right at all
    Mixture mixture =
        tune(right -> new float[] {right || random.nextInt(LABELS - 1) == 0 ? 0.8f : 0.2f});
    assertEquals(0.5, mixture.probability(mixture.share(0, 0.8f)), 0.06);
    assertTrue(mixture.probability(mixture.share(0, 0.2f)) < 0.02);
  }

  @Test
  void withoutAnythingToLearnFromLabelsStayUnlikely() {
    Mixture mixture =
        new MixtureTuner(List.of(List.of(new ActScores(new float[0][2], new boolean[0], 0))), 2)
            .tune();
    assertTrue(mixture.probability(mixture.share(0, 0.9f)) < 0.02);
  }

  private static Mixture tune(Function<Boolean, float[]> scores) {
    Random random = new Random(4);
    List<ActScores> acts = new ArrayList<>();
    int members = 0;
    for (int act = 0; act < ACTS; act++) {
      float[][] ofLabels = new float[LABELS][];
      boolean[] right = new boolean[LABELS];
      right[random.nextInt(LABELS)] = true;
      for (int label = 0; label < LABELS; label++) {
        ofLabels[label] = scores.apply(right[label]);
        members = ofLabels[label].length;
      }
      acts.add(new ActScores(ofLabels, right, 1));
    }
    return new MixtureTuner(List.of(acts), members).tune();
  }
}
